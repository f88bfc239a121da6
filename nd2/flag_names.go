package nd2

import (
	"fmt"
	"strings"
)

// A flagName is one of nddef.h. What includes another comes before it.
type flagName struct {
	flag uint32
	name string
}

var adapterFlagNames = []flagName{
	{uint32(AdapterInOrderDMA), "ND_ADAPTER_FLAG_IN_ORDER_DMA_SUPPORTED"},
	{uint32(AdapterInterruptModeration), "ND_ADAPTER_FLAG_CQ_INTERRUPT_MODERATION_SUPPORTED"},
	{uint32(AdapterMultiEngine), "ND_ADAPTER_FLAG_MULTI_ENGINE_SUPPORTED"},
	{uint32(AdapterCQResize), "ND_ADAPTER_FLAG_CQ_RESIZE_SUPPORTED"},
	{uint32(AdapterLoopbackConnections), "ND_ADAPTER_FLAG_LOOPBACK_CONNECTIONS_SUPPORTED"},
}

var regionFlagNames = []flagName{
	{uint32(AllowRemoteWrite), "ND_MR_FLAG_ALLOW_REMOTE_WRITE"},
	{uint32(AllowLocalWrite), "ND_MR_FLAG_ALLOW_LOCAL_WRITE"},
	{uint32(AllowRemoteRead), "ND_MR_FLAG_ALLOW_REMOTE_READ"},
	{uint32(RDMAReadSink), "ND_MR_FLAG_RDMA_READ_SINK"},
	{uint32(DoNotSecureVM), "ND_MR_FLAG_DO_NOT_SECURE_VM"},
}

var opFlagNames = []flagName{
	{uint32(SilentSuccess), "ND_OP_FLAG_SILENT_SUCCESS"},
	{uint32(ReadFence), "ND_OP_FLAG_READ_FENCE"},
	{uint32(SendAndSolicitEvent), "ND_OP_FLAG_SEND_AND_SOLICIT_EVENT"},
	{uint32(AllowRead), "ND_OP_FLAG_ALLOW_READ"},
	{uint32(AllowWrite), "ND_OP_FLAG_ALLOW_WRITE"},
	{uint32(Inline), "ND_OP_FLAG_INLINE"},
}

var notifyTypeNames = [...]string{"ND_CQ_NOTIFY_ERRORS", "ND_CQ_NOTIFY_ANY", "ND_CQ_NOTIFY_SOLICITED"}

func flagNames(flags uint32, names []flagName) string {
	if flags == 0 {
		return "0"
	}
	var parts []string
	for _, n := range names {
		if flags&n.flag == n.flag {
			parts = append(parts, n.name)
			flags &^= n.flag
		}
	}
	if flags != 0 {
		parts = append(parts, fmt.Sprintf("%#x", flags))
	}
	return strings.Join(parts, "|")
}
