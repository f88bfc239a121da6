// CRC-32 by carry-less multiplication, 64 bytes a register and four registers at a time.
// Each 16 bytes are moved forward (see folds.go) onto the 16 that follow them at some
// distance, until 16 are left, which are divided by the polynomial.
//
// DX points to the foldTable, SI to what is read, DI to where it is copied, CX counts the
// bytes that are left. Z0 to Z3 hold what has been read and moved, Z4 to Z7 what comes
// next, Z8 to Z11 products, Z12 and Z13 constants.

#include "textflag.h"

// FOLD moves x forward by the distance of the constants k, onto next.
#define FOLD(k, x, product, next) \
	VPCLMULQDQ $0x00, k, x, product \ // the first 8 bytes of each lane
	VPCLMULQDQ $0x11, k, x, x       \ // the other 8
	VPTERNLOGD $0x96, next, product, x  // x ^ product ^ next

// START reads the first 64 bytes into Z0, and adds the state to their beginning.
#define START \
	MOVL       state+8(FP), AX \
	VMOVD      AX, X1          \ // the rest of Z1 becomes zero
	VMOVDQU64  (SI), Z0        \
	SUBQ       $64, CX

// REST reads three more registers.
#define REST \
	VMOVDQU64 64(SI), Z1  \
	VMOVDQU64 128(SI), Z2 \
	VMOVDQU64 192(SI), Z3

// NEXT reads four registers.
#define NEXT \
	VMOVDQU64 (SI), Z4    \
	VMOVDQU64 64(SI), Z5  \
	VMOVDQU64 128(SI), Z6 \
	VMOVDQU64 192(SI), Z7

// FOUR moves four registers onto the next four.
#define FOUR \
	FOLD(Z12, Z0, Z8, Z4)  \
	FOLD(Z12, Z1, Z9, Z5)  \
	FOLD(Z12, Z2, Z10, Z6) \
	FOLD(Z12, Z3, Z11, Z7)

// JOIN moves Z0 to Z2 onto Z3, which becomes Z0.
#define JOIN \
	VBROADCASTI32X4 16(DX), Z12          \ // bits1536
	VBROADCASTI32X4 32(DX), Z13          \ // bits1024
	VPCLMULQDQ      $0x00, Z12, Z0, Z8   \
	VPCLMULQDQ      $0x11, Z12, Z0, Z0   \
	VPCLMULQDQ      $0x00, Z13, Z1, Z9   \
	VPCLMULQDQ      $0x11, Z13, Z1, Z1   \
	VBROADCASTI32X4 48(DX), Z12          \ // bits512
	VPTERNLOGD      $0x96, Z8, Z9, Z0    \
	VPTERNLOGD      $0x96, Z1, Z3, Z0    \
	VPCLMULQDQ      $0x00, Z12, Z2, Z10  \
	VPCLMULQDQ      $0x11, Z12, Z2, Z2   \
	VPTERNLOGD      $0x96, Z2, Z10, Z0

// DIVIDE makes Z0 the state in AX.
#define DIVIDE \
	VMOVDQU64     64(DX), Z12          \ // lanes; that of the fourth is zero
	VEXTRACTI32X4 $3, Z0, X1           \
	VPCLMULQDQ    $0x00, Z12, Z0, Z8   \
	VPCLMULQDQ    $0x11, Z12, Z0, Z0   \
	VPXORQ        Z8, Z0, Z0           \ // each of three lanes is moved onto the fourth:
	VEXTRACTI64X4 $1, Z0, Y2           \ // add them up
	VPXORQ        Z2, Z0, Z0           \
	VEXTRACTI32X4 $1, Z0, X2           \
	VPTERNLOGD    $0x96, Z1, Z2, Z0    \ // 16 bytes are left in X0
	VMOVDQU       128(DX), X12         \ // last8, last4
	VMOVDQU       144(DX), X13         \ // polynomial, quotient
	VPCLMULQDQ    $0x00, X12, X0, X1   \ // the first 8 forward by 8
	VPSRLDQ       $8, X0, X0           \
	VPXOR         X1, X0, X0           \ // 12 bytes
	VPMOVZXDQ     X0, X1               \ // the first 4, in the lower 8
	VPCLMULQDQ    $0x10, X12, X1, X1   \ // forward by 4
	VPSRLDQ       $4, X0, X0           \
	VPXOR         X1, X0, X0           \ // 8 bytes
	VPMOVZXDQ     X0, X1               \
	VPCLMULQDQ    $0x10, X13, X1, X1   \ // by how many of the polynomial
	VPMOVZXDQ     X1, X1               \
	VPCLMULQDQ    $0x00, X13, X1, X1   \
	VPXOR         X1, X0, X0           \ // the remainder is the second half
	VPEXTRD       $1, X0, AX           \
	VZEROUPPER

// func fold(folds *foldTable, state uint32, p *byte, n int) uint32
TEXT ·fold(SB), NOSPLIT, $0-36
	MOVQ folds+0(FP), DX
	MOVQ p+16(FP), SI
	MOVQ n+24(FP), CX
	START
	VPXORQ Z1, Z0, Z0
	CMPQ CX, $192
	JLT  single              // fewer than four registers in all
	REST
	ADDQ $256, SI
	SUBQ $192, CX
	VBROADCASTI32X4 (DX), Z12 // bits2048
	CMPQ CX, $256
	JLT  joined

loop:
	NEXT
	FOUR
	ADDQ $256, SI
	SUBQ $256, CX
	CMPQ CX, $256
	JGE  loop

joined:
	JOIN
	JMP  more

single:
	ADDQ $64, SI
	VBROADCASTI32X4 48(DX), Z12 // bits512

more: // one register at a time; Z12 is bits512
	SUBQ $64, CX
	JLT  end
	VMOVDQU64 (SI), Z4
	FOLD(Z12, Z0, Z8, Z4)
	ADDQ $64, SI
	JMP  more

end:
	DIVIDE
	MOVL AX, ret+32(FP)
	RET

// func foldCopy(folds *foldTable, state uint32, dst, src *byte, n int) uint32
TEXT ·foldCopy(SB), NOSPLIT, $0-44
	MOVQ folds+0(FP), DX
	MOVQ dst+16(FP), DI
	MOVQ src+24(FP), SI
	MOVQ n+32(FP), CX
	START
	VMOVDQU64 Z0, (DI)
	VPXORQ Z1, Z0, Z0
	CMPQ CX, $192
	JLT  single
	REST
	VMOVDQU64 Z1, 64(DI)
	VMOVDQU64 Z2, 128(DI)
	VMOVDQU64 Z3, 192(DI)
	ADDQ $256, SI
	ADDQ $256, DI
	SUBQ $192, CX
	VBROADCASTI32X4 (DX), Z12
	CMPQ CX, $256
	JLT  joined

loop:
	NEXT
	PREFETCHT0 4096(SI) // the next packet's, which the processor would not guess:
	PREFETCHT0 4160(SI) // it is in the next page
	PREFETCHT0 4224(SI)
	PREFETCHT0 4288(SI)
	VMOVDQU64 Z4, (DI)
	VMOVDQU64 Z5, 64(DI)
	VMOVDQU64 Z6, 128(DI)
	VMOVDQU64 Z7, 192(DI)
	FOUR
	ADDQ $256, SI
	ADDQ $256, DI
	SUBQ $256, CX
	CMPQ CX, $256
	JGE  loop

joined:
	JOIN
	JMP  more

single:
	ADDQ $64, SI
	ADDQ $64, DI
	VBROADCASTI32X4 48(DX), Z12

more:
	SUBQ $64, CX
	JLT  end
	VMOVDQU64 (SI), Z4
	VMOVDQU64 Z4, (DI)
	FOLD(Z12, Z0, Z8, Z4)
	ADDQ $64, SI
	ADDQ $64, DI
	JMP  more

end:
	DIVIDE
	MOVL AX, ret+40(FP)
	RET
