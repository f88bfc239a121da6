// What cgo cannot say itself: macros, unions, and pointers that are numbers.
#ifndef NDCONFORM_VERBS_H
#define NDCONFORM_VERBS_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

static inline int ndc_query_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr)
{
	return ibv_query_port(context, port, attr);
}

static inline struct ibv_mr *ndc_reg_mr(struct ibv_pd *pd, uintptr_t address, size_t length, int access)
{
	return ibv_reg_mr(pd, (void *)address, length, access);
}

static inline struct ibv_cq *ndc_create_cq(struct ibv_context *context, int depth, uintptr_t handle,
					   struct ibv_comp_channel *channel, int vector)
{
	return ibv_create_cq(context, depth, (void *)handle, channel, vector);
}

static inline int ndc_get_cq_event(struct ibv_comp_channel *channel, uintptr_t *handle)
{
	struct ibv_cq *cq;
	void *context;

	if (ibv_get_cq_event(channel, &cq, &context))
		return -1;
	*handle = (uintptr_t)context;
	ibv_ack_cq_events(cq, 1);
	return 0;
}

struct ndc_async {
	int kind;
	uintptr_t handle; // the object's, 0 for the device
};

static inline int ndc_get_async_event(struct ibv_context *context, struct ndc_async *out)
{
	struct ibv_async_event event;

	if (ibv_get_async_event(context, &event))
		return -1;
	out->kind = event.event_type;
	switch (event.event_type) {
	case IBV_EVENT_CQ_ERR:
		out->handle = (uintptr_t)event.element.cq->cq_context;
		break;
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		out->handle = (uintptr_t)event.element.qp->qp_context;
		break;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		out->handle = (uintptr_t)event.element.srq->srq_context;
		break;
	default:
		out->handle = 0;
	}
	ibv_ack_async_event(&event);
	return 0;
}

static inline struct ibv_qp *ndc_create_qp(struct ibv_pd *pd, uintptr_t handle, struct ibv_cq *send_cq,
					   struct ibv_cq *recv_cq, struct ibv_srq *srq, struct ibv_qp_cap *cap)
{
	struct ibv_qp_init_attr attr = {
		.qp_context = (void *)handle, .send_cq = send_cq, .recv_cq = recv_cq,
		.srq = srq, .cap = *cap, .qp_type = IBV_QPT_RC,
	};
	struct ibv_qp *qp = ibv_create_qp(pd, &attr);

	*cap = attr.cap;
	return qp;
}

static inline struct ibv_srq *ndc_create_srq(struct ibv_pd *pd, uintptr_t handle, uint32_t depth, uint32_t sge)
{
	struct ibv_srq_init_attr attr = {
		.srq_context = (void *)handle,
		.attr = { .max_wr = depth, .max_sge = sge },
	};

	return ibv_create_srq(pd, &attr);
}

static inline int ndc_post_send(struct ibv_qp *qp, uint64_t id, enum ibv_wr_opcode opcode, unsigned int flags,
				struct ibv_sge *list, int count, uint64_t address, uint32_t key)
{
	struct ibv_send_wr wr = {
		.wr_id = id, .sg_list = list, .num_sge = count, .opcode = opcode, .send_flags = flags,
		.wr = { .rdma = { .remote_addr = address, .rkey = key } },
	}, *bad;

	return ibv_post_send(qp, &wr, &bad);
}

static inline int ndc_post_bind(struct ibv_qp *qp, uint64_t id, unsigned int flags, struct ibv_mw *mw, uint32_t key,
				struct ibv_mr *mr, uint64_t address, uint64_t length, unsigned int access)
{
	struct ibv_send_wr wr = {
		.wr_id = id, .opcode = IBV_WR_BIND_MW, .send_flags = flags,
		.bind_mw = { .mw = mw, .rkey = key, .bind_info = {
			.mr = mr, .addr = address, .length = length, .mw_access_flags = access } },
	}, *bad;

	return ibv_post_send(qp, &wr, &bad);
}

static inline int ndc_post_invalidate(struct ibv_qp *qp, uint64_t id, unsigned int flags, uint32_t key)
{
	struct ibv_send_wr wr = {
		.wr_id = id, .opcode = IBV_WR_LOCAL_INV, .send_flags = flags, .invalidate_rkey = key,
	}, *bad;

	return ibv_post_send(qp, &wr, &bad);
}

static inline int ndc_post_recv(struct ibv_qp *qp, struct ibv_srq *srq, uint64_t id, struct ibv_sge *list, int count)
{
	struct ibv_recv_wr wr = { .wr_id = id, .sg_list = list, .num_sge = count }, *bad;

	return srq ? ibv_post_srq_recv(srq, &wr, &bad) : ibv_post_recv(qp, &wr, &bad);
}

static inline int ndc_create_id(struct rdma_event_channel *channel, struct rdma_cm_id **id, uintptr_t handle)
{
	return rdma_create_id(channel, id, (void *)handle, RDMA_PS_TCP);
}

static inline void ndc_set_handle(struct rdma_cm_id *id, uintptr_t handle) { id->context = (void *)handle; }

// ndc_connect keeps signals away: siw gives up an attempt that one interrupts, and the kernel
// begins the call anew. Of the first attempt, siw takes the end for that of the listener
// (siw_cm.c, siw_cm_llp_state_change), which is deaf from then on.
static inline int ndc_connect(struct rdma_cm_id *id, struct rdma_conn_param *param)
{
	sigset_t all, before;
	int r, e;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	r = rdma_connect(id, param);
	e = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = e;
	return r;
}

static inline int ndc_conn(int accept, struct rdma_cm_id *id, uint32_t qp_num, int srq, uint8_t inbound,
			   uint8_t outbound, uint8_t retries, uint8_t rnr_retries, void *data, uint8_t length)
{
	struct rdma_conn_param param = {
		.private_data = data, .private_data_len = length,
		.responder_resources = inbound, .initiator_depth = outbound, .flow_control = 1,
		.retry_count = retries, .rnr_retry_count = rnr_retries, .srq = srq, .qp_num = qp_num,
	};

	return accept ? rdma_accept(id, &param) : ndc_connect(id, &param);
}

struct ndc_cm_event {
	int kind, status;
	uintptr_t handle;	  // of the id, or of the listening id for a request
	struct rdma_cm_id *request; // a new id, for a request
	uint8_t responder_resources, initiator_depth, length;
	uint8_t data[256];
};

static inline int ndc_get_cm_event(struct rdma_event_channel *channel, struct ndc_cm_event *out)
{
	struct rdma_cm_event *event;

	if (rdma_get_cm_event(channel, &event))
		return -1;
	memset(out, 0, sizeof *out);
	out->kind = event->event;
	out->status = event->status;
	out->handle = (uintptr_t)event->id->context;
	if (event->event == RDMA_CM_EVENT_CONNECT_REQUEST) {
		out->request = event->id;
		out->handle = (uintptr_t)event->listen_id->context;
	}
	out->responder_resources = event->param.conn.responder_resources;
	out->initiator_depth = event->param.conn.initiator_depth;
	if (event->param.conn.private_data) {
		out->length = event->param.conn.private_data_len;
		memcpy(out->data, event->param.conn.private_data, out->length);
	}
	rdma_ack_cm_event(event);
	return 0;
}

#endif
