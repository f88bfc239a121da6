//go:build windows && cgo

// Interfaces that go on where ND2's end. What a method there takes is not known: it is called on the inner object with
// the parameters as they are, and its vtable may be longer than the inner one's, since nobody calls what is not there.
#include "bridge.h"
#include <windows.h>
#include <stdlib.h>
#include <string.h>

#define MOST_METHODS 256

// Objects lie in one range of addresses, so that they are known among other parameters.
#define RANGE ((size_t)1 << 28)
#define STEP 65536

static char *objects;

comdll_object *comdll_new_object(void) {
	static size_t used, committed;
	if (!objects)
		objects = VirtualAlloc(NULL, RANGE, MEM_RESERVE, PAGE_READWRITE);
	if (used == committed) {
		if (used == RANGE || !VirtualAlloc(objects + used, STEP, MEM_COMMIT, PAGE_READWRITE))
			abort();
		committed += STEP;
	}
	used += sizeof(comdll_object);
	return (comdll_object *)(objects + used) - 1;
}

// What the inner DLL is given for a parameter: for an object of this one's, its own.
uintptr_t comdll_inner(uintptr_t parameter) {
	uintptr_t at = parameter - (uintptr_t)objects;
	if (at >= RANGE || at % sizeof(comdll_object))
		return parameter;
	return ((comdll_object *)parameter)->inner ? ((comdll_object *)parameter)->inner : parameter;
}

// The first parameter of a method that posts is the program's context, whatever it is.
uintptr_t comdll_first(const comdll_object *o, uintptr_t parameter) { return o->posts ? parameter : comdll_inner(parameter); }

extern const char comdll_beyond[];

const void *const *comdll_extend(const void *const *vtable, size_t methods) {
	const void **more = VirtualAlloc(NULL, MOST_METHODS * sizeof *more, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
	if (!more)
		abort();
	memcpy(more, vtable, methods * sizeof *more);
	for (size_t place = methods; place < MOST_METHODS; place++)
		more[place] = comdll_beyond + 16 * place;
	return more;
}

#if defined(__x86_64__)
// Each method has 16 bytes, and leaves its place in eax. The three parameters in registers may be objects; these
// functions touch no register of floating point.
__asm__(
	".text\n"
	".p2align 4\n"
	"comdll_forward:\n"
	"	subq $104, %rsp\n"
	"	movq %rax, 32(%rsp)\n"
	"	movq %rcx, 40(%rsp)\n"
	"	movq %r8, 48(%rsp)\n"
	"	movq %r9, 56(%rsp)\n"
	"	call comdll_first\n"
	"	movq %rax, 64(%rsp)\n"
	"	movq 48(%rsp), %rcx\n"
	"	call comdll_inner\n"
	"	movq %rax, 48(%rsp)\n"
	"	movq 56(%rsp), %rcx\n"
	"	call comdll_inner\n"
	"	movq %rax, %r9\n"
	"	movq 48(%rsp), %r8\n"
	"	movq 64(%rsp), %rdx\n"
	"	movq 40(%rsp), %rcx\n"
	"	movl 32(%rsp), %eax\n"
	"	addq $104, %rsp\n"
	"	movq 8(%rcx), %rcx\n"
	"	movq (%rcx), %r10\n"
	"	jmpq *(%r10,%rax,8)\n"
	".p2align 4\n"
	".globl comdll_beyond\n"
	"comdll_beyond:\n"
	"	.set place, 0\n"
	"	.rept 256\n"
	"	.p2align 4\n"
	"	movl $place, %eax\n"
	"	jmp comdll_forward\n"
	"	.set place, place + 1\n"
	"	.endr\n");
#else
// The parameters are passed as they are.
__asm__(
	".text\n"
	".p2align 4\n"
	".globl comdll_beyond\n"
	"comdll_beyond:\n"
	"	.set place, 0\n"
	"	.rept 256\n"
	"	ldr x0, [x0, #8]\n"
	"	ldr x16, [x0]\n"
	"	ldr x16, [x16, #(place * 8)]\n"
	"	br x16\n"
	"	.set place, place + 1\n"
	"	.endr\n");
#endif
