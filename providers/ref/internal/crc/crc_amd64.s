// CRC-32 by carry-less multiplication, 256 bytes at a time, in four registers of 64 bytes
// or in eight of 32. Each 16 bytes are moved forward (see folds.go) onto the 16 that follow
// them at some distance, until 16 are left, which are divided by the polynomial.
//
// DX points to the foldTable, SI to what is read, DI to where it is copied, CX counts the
// bytes that are left. Registers 0 to 7 hold what has been read and moved, 8 what comes
// next, 9 a product, 15 the distance.

#include "textflag.h"

// How a register is loaded: READ, or COPY in passing; with Z or Y for its 64 or 32 bytes.
#define READZ(at, x) \
	VMOVDQU64 at(SI), x
#define COPYZ(at, x) \
	VMOVDQU64 at(SI), x \
	VMOVDQU64 x, at(DI)
#define READY(at, x) \
	VMOVDQU at(SI), x
#define COPYY(at, x) \
	VMOVDQU at(SI), x \
	VMOVDQU x, at(DI)

// FOLD moves x forward by the distance, onto next.
#define FOLDZ(x, next) \
	VPCLMULQDQ $0x00, Z15, x, Z9  \ // the first 8 bytes of each lane
	VPCLMULQDQ $0x11, Z15, x, x   \ // the other 8
	VPTERNLOGD $0x96, next, Z9, x   // x ^ product ^ next
#define FOLDY(x, next) \
	VPCLMULQDQ $0x00, Y15, x, Y9 \
	VPCLMULQDQ $0x11, Y15, x, x  \
	VPXOR      next, Y9, Y9      \
	VPXOR      Y9, x, x

// FIRST reads the first 64 bytes, and adds the state, which is in register 8, to them.
#define FIRSTZ(LOAD) \
	LOAD(0, Z0) \
	VPXORQ Z8, Z0, Z0
#define FIRSTY(LOAD) \
	LOAD(0, Y0)  \
	LOAD(32, Y1) \
	VPXOR Y8, Y0, Y0

// REST reads another 192.
#define RESTZ(LOAD) \
	LOAD(64, Z1)  \
	LOAD(128, Z2) \
	LOAD(192, Z3) \
	VBROADCASTI32X4 (DX), Z15 // bits2048
#define RESTY(LOAD) \
	LOAD(64, Y2)  \
	LOAD(96, Y3)  \
	LOAD(128, Y4) \
	LOAD(160, Y5) \
	LOAD(192, Y6) \
	LOAD(224, Y7) \
	VBROADCASTI128 (DX), Y15

// MANY moves the 256 bytes that were read onto the next.
#define ONEZ(LOAD, at, x) \
	LOAD(at, Z8) \
	FOLDZ(x, Z8)
#define ONEY(LOAD, at, x) \
	LOAD(at, Y8) \
	FOLDY(x, Y8)
#define MANYZ(LOAD) \
	ONEZ(LOAD, 0, Z0)   \
	ONEZ(LOAD, 64, Z1)  \
	ONEZ(LOAD, 128, Z2) \
	ONEZ(LOAD, 192, Z3)
#define MANYY(LOAD) \
	ONEY(LOAD, 0, Y0)   \
	ONEY(LOAD, 32, Y1)  \
	ONEY(LOAD, 64, Y2)  \
	ONEY(LOAD, 96, Y3)  \
	ONEY(LOAD, 128, Y4) \
	ONEY(LOAD, 160, Y5) \
	ONEY(LOAD, 192, Y6) \
	ONEY(LOAD, 224, Y7)

// JOIN moves the first 192 of them onto the last 64, in register 0, or 0 and 1.
#define JOINZ \
	FOLDZ(Z0, Z1) \
	FOLDZ(Z0, Z2) \
	FOLDZ(Z0, Z3)
#define JOINY \
	FOLDY(Y0, Y2) \
	FOLDY(Y1, Y3) \
	FOLDY(Y0, Y4) \
	FOLDY(Y1, Y5) \
	FOLDY(Y0, Y6) \
	FOLDY(Y1, Y7)

// NEAR makes 64 bytes the distance, and MORE moves 64 bytes onto the next.
#define NEARZ \
	VBROADCASTI32X4 16(DX), Z15 // bits512
#define NEARY \
	VBROADCASTI128 16(DX), Y15
#define MOREZ(LOAD) \
	ONEZ(LOAD, 0, Z0)
#define MOREY(LOAD) \
	ONEY(LOAD, 0, Y0) \
	ONEY(LOAD, 32, Y1)

// ADD leaves 16 of the 64 bytes, in X0: it moves three lanes onto the fourth, whose
// distance is zero.
#define ADDZ \
	VMOVDQU64     32(DX), Z8         \ // lanes
	VEXTRACTI32X4 $3, Z0, X2         \
	VPCLMULQDQ    $0x00, Z8, Z0, Z9  \
	VPCLMULQDQ    $0x11, Z8, Z0, Z0  \
	VPXORQ        Z9, Z0, Z0         \
	VEXTRACTI64X4 $1, Z0, Y1
#define ADDY \
	VEXTRACTI128 $1, Y1, X2         \
	VMOVDQU      32(DX), Y8         \
	VPCLMULQDQ   $0x00, Y8, Y0, Y9  \
	VPCLMULQDQ   $0x11, Y8, Y0, Y0  \
	VPXOR        Y9, Y0, Y0         \
	VMOVDQU      64(DX), Y8         \
	VPCLMULQDQ   $0x00, Y8, Y1, Y9  \
	VPCLMULQDQ   $0x11, Y8, Y1, Y1  \
	VPXOR        Y9, Y1, Y1

// BODY is that of func(folds *foldTable, state uint32, dst, src *byte, n int) uint32.
#define BODY(LOAD, FIRST, REST, MANY, JOIN, NEAR, MORE, ADD) \
	MOVQ  folds+0(FP), DX \
	MOVL  state+8(FP), AX \
	MOVQ  dst+16(FP), DI  \
	MOVQ  src+24(FP), SI  \
	MOVQ  n+32(FP), CX    \
	VMOVD AX, X8          \ // the rest of register 8 becomes zero
	FIRST(LOAD)           \
	CMPQ  CX, $256        \
	JLT   few             \
	REST(LOAD)            \
	JMP   next            \
loop:                         \
	PREFETCHT0 4096(SI)   \ // the next packet's, which the processor would not guess:
	PREFETCHT0 4160(SI)   \ // it is in the next page
	PREFETCHT0 4224(SI)   \
	PREFETCHT0 4288(SI)   \
	MANY(LOAD)            \
next:                         \
	ADDQ $256, SI         \
	ADDQ $256, DI         \
	SUBQ $256, CX         \
	CMPQ CX, $256         \
	JGE  loop             \
	NEAR                  \
	JOIN                  \
	JMP  more             \
few:                          \
	NEAR                  \
one:                          \
	ADDQ $64, SI          \
	ADDQ $64, DI          \
	SUBQ $64, CX          \
more:                         \
	CMPQ CX, $64          \
	JLT  end              \
	MORE(LOAD)            \
	JMP  one              \
end:                          \
	ADD                              \
	VPXOR        Y1, Y0, Y0          \
	VEXTRACTI128 $1, Y0, X1          \
	VPXOR        X1, X0, X0          \
	VPXOR        X2, X0, X0          \ // 16 bytes are left
	VMOVDQU      96(DX), X12         \ // last8, last4
	VMOVDQU      112(DX), X13        \ // polynomial, quotient
	VPCLMULQDQ   $0x00, X12, X0, X1  \ // the first 8 forward by 8
	VPSRLDQ      $8, X0, X0          \
	VPXOR        X1, X0, X0          \ // 12 bytes
	VPMOVZXDQ    X0, X1              \ // the first 4, in the lower 8
	VPCLMULQDQ   $0x10, X12, X1, X1  \ // forward by 4
	VPSRLDQ      $4, X0, X0          \
	VPXOR        X1, X0, X0          \ // 8 bytes
	VPMOVZXDQ    X0, X1              \
	VPCLMULQDQ   $0x10, X13, X1, X1  \ // by how many of the polynomial
	VPMOVZXDQ    X1, X1              \
	VPCLMULQDQ   $0x00, X13, X1, X1  \
	VPXOR        X1, X0, X0          \ // the remainder is the second half
	VPEXTRD      $1, X0, AX          \
	VZEROUPPER                       \
	MOVL AX, ret+40(FP)              \
	RET

TEXT ·read64(SB), NOSPLIT, $0-44
	BODY(READZ, FIRSTZ, RESTZ, MANYZ, JOINZ, NEARZ, MOREZ, ADDZ)

TEXT ·copy64(SB), NOSPLIT, $0-44
	BODY(COPYZ, FIRSTZ, RESTZ, MANYZ, JOINZ, NEARZ, MOREZ, ADDZ)

TEXT ·read32(SB), NOSPLIT, $0-44
	BODY(READY, FIRSTY, RESTY, MANYY, JOINY, NEARY, MOREY, ADDY)

TEXT ·copy32(SB), NOSPLIT, $0-44
	BODY(COPYY, FIRSTY, RESTY, MANYY, JOINY, NEARY, MOREY, ADDY)
