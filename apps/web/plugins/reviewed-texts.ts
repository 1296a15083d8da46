/** Texts that may read the same in both languages, each with its reason; "file id". */
export const SAME_IN_BOTH: ReadonlyMap<string, string> = new Map([
  ['app/after-paint/messages.ts popupError', 'the word is the same'],
  ['app/messages.ts errorTitlePrefix', 'the word is the same'],
  ['features/agreements/messages.ts pairs', 'holds no word of its own'],
  ['features/disbursement/messages.ts aprOf', 'a number with its sign'],
  ['features/applications/confirm-messages.ts everyPayday', 'holds no word of its own'],
  ['features/coupons/messages.ts apr', 'the name that the law gives the rate'],
  ['features/plans/affordability-messages.ts named', 'holds no word of its own'],
  ['features/plans/messages.ts apr', 'the name that the law gives the rate'],
  ['features/plans/messages.ts costPayments', 'holds no word of its own'],
  ['features/plans/messages.ts rowAccountValue', 'holds no word of its own'],
  ['features/plans/messages.ts rowPlanEven', 'holds no word of its own'],
  ['features/plans/messages.ts totalShort', 'the word is the same'],
  ['features/plans/start-messages.ts apr', 'the name that the law gives the rate'],
  ['features/plans/start-messages.ts costPayments', 'holds no word of its own'],
  ['features/servicing/change-messages.ts modeMoneyGram', 'a company'],
  ['features/servicing/change-messages.ts modeWesternUnion', 'a company'],
  ['features/servicing/change-messages.ts quoteTotal', 'the word is the same'],
  ['features/servicing/messages.ts apr', 'the name that the law gives the rate'],
  ['features/servicing/messages.ts feeOn', 'holds no word of its own'],
  ['features/servicing/messages.ts stepMeaning', 'holds no word of its own'],
  ['features/verification/messages.ts accountLine', 'holds no word of its own'],
  ['features/verification/messages.ts incomeLine', 'holds no word of its own'],
  ['form-engine/messages.ts groupItem', 'holds no word of its own'],
  ['features/servicing/receipt-messages.ts hoursLeft', 'the signs of hours and minutes are the same'],
])

/** Sentences above the grade for one alone, each with its reason; "file id". */
export const HARDER_SENTENCES: ReadonlyMap<string, string> = new Map([])

/** Letters in the markup that need no translation, each with its reason; "file text". */
export const NOT_WORDS: ReadonlyMap<string, string> = new Map([])
