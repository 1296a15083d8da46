import { z } from 'zod'

/** product.md §3, payment mode. */
export const paymentModeCode = z.literal([
  15000, 15001, 15002, 15003, 15004, 15005, 15006, 15007, 15008, 15009, 15010, 15011, 15012, 15014,
])
/** product.md §3, transaction mode; ACH 15000, paper check 15013, RTT 15017, TPT, RCC, none (domain.md §1). */
export const transactionModeCode = z.literal([15000, 15011, 15013, 15016, 15017, 15018])
export const transactionTypeCode = z.literal([14000, 14001, 14002])
export const transactionStatusCode = z.literal([-2, -1, 0, 1, 2, 3, 4])
/** Change type codes that a customer may ask for. */
export const customerChangeTypeCode = z.literal([101, 102, 103, 104, 105, 106, 107, 108, 109, 111])
/** 103-109, by their own calls; pay off, pay off in N and fixed amount have theirs. */
export const servicingChangeTypeCode = z.literal([103, 104, 105, 106, 107, 108, 109])
export const payoffOptionCode = z.literal([510, 102, 111])
/** Bits 1, 2, 4, 8, 16 and 256, or none of them. */
export const installmentFlags = z.int().min(0).max(511)

/** A servicing change type in a path, where everything is text. */
export const queryServicingChangeTypeCode = z.preprocess(
  (value: z.output<typeof servicingChangeTypeCode>) =>
    /^\d{3}$/.test(String(value)) ? Number(value) : value,
  servicingChangeTypeCode,
)
