package main

import _ "github.com/ndconform/ndconform/providers/halfwritten" // registers itself
