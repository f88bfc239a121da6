package nd2

// A span is a run of numbers that Windows' headers define, from first to last.
type span struct{ first, last Status }

// ntSpans are where ntstatus.h has its failures, but for those of other components
// than the kernel, RPC and NDIS. Few numbers within them are not defined, and no
// table of names is as long. Source: ntstatus.h of the Windows SDK.
var ntSpans = []span{
	{0x80000001, 0x8000002D},
	{0xC0000001, 0xC00001A4},
	{0xC0000201, 0xC000030B},
	{0xC0000320, 0xC0000322},
	{0xC0000350, 0xC0000374},
	{0xC0000380, 0xC000038F},
	{0xC0000401, 0xC0000435},
	{0xC0000440, 0xC0000454},
	{0xC0000460, 0xC00004BF},
	{0xC0000500, 0xC0000503},
	{0xC0000700, 0xC0000720},
	{0xC0000800, 0xC0000806},
	{0xC0000901, 0xC0000909},
	{0xC0020001, 0xC0020064},
	{0xC0230002, 0xC023002F},
}

// win32Spans are where winerror.h and winsock2.h have theirs that a driver or a
// socket ends with: of the system, of Winsock and of its name services.
var win32Spans = []span{
	{0x80070001, 0x80070027},
	{0x80070032, 0x80070048},
	{0x80070050, 0x80070059},
	{0x80070064, 0x800700AE},
	{0x800700B4, 0x800700E0},
	{0x800700E5, 0x800700EA},
	{0x8007012A, 0x8007012F},
	{0x800702DA, 0x800702E3},
	{0x800703E2, 0x800703FE},
	{0x8007041B, 0x8007043C},
	{0x8007044C, 0x8007046C},
	{0x8007047E, 0x8007049D},
	{0x800704B0, 0x800704F1},
	{0x800704F7, 0x80070507},
	{0x80070514, 0x800705BF},
	{0x80070641, 0x8007066D},
	{0x800706A4, 0x8007072C},
	{0x8007076A, 0x80070790},
	{0x800707D0, 0x800707D5},
	{0x800707DA, 0x800707E6},
	{0x80072733, 0x80072757},
	{0x80072775, 0x80072780},
	{0x80072AF9, 0x80072B17},
}

func within(spans []span, s Status) bool {
	for _, p := range spans {
		if p.first <= s && s <= p.last {
			return true
		}
	}
	return false
}
