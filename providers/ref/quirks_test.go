package ref

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// withQuirks opens an instance with two adapters and the quirks.
func withQuirks(t *testing.T, names ...string) (a, b *testSide) {
	t.Helper()
	i := openForTest(t, &options{adapters: 2, fabric: inMemory, limits: nic.DefaultLimits(), quirkNames: names})
	return newTestSide(t, i, 0), newTestSide(t, i, 1)
}

func TestQuirksRefused(t *testing.T) {
	for _, value := range []string{"", "bad", "peek+", "peek+bad"} {
		_, err := providers.ParseSelector("ref,habits=" + value)
		if err == nil || !strings.Contains(err.Error(), strings.Join(quirkNames(), ", ")) {
			t.Errorf("%q: error %v, want one with the quirks", value, err)
		}
	}
}

// The engine's page says what each quirk does.
func TestQuirksDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/providers/ref.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range quirks {
		if row := fmt.Sprintf("| `%s` | %s |", h.name, h.differs); !strings.Contains(string(page), row) {
			t.Errorf("docs/providers/ref.md lacks the row\n%s", row)
		}
	}
}
