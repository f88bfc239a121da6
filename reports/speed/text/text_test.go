package text

import (
	"os"
	"testing"

	"github.com/ndconform/ndconform/reports/speed/internal/sample"
)

func TestReport(t *testing.T) {
	os.Stdout.Write(Report(sample.Report(1)))
}
