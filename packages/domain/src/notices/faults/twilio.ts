import type { DeliveryFault } from './delivery-fault.ts'

/**
 * Every code by which Twilio refuses a text message or says that one failed. Ours are sender, account, registration,
 * pace and content. Source: Twilio, Error and Warning Dictionary; docs/facts/delivery.md §5, Twilio.
 */
const CODES: Readonly<Record<Exclude<DeliveryFault, 'mailbox' | 'undetermined'>, readonly number[]>> = {
  // Number that is none, takes no texts, is a landline, or has gone.
  hard: [21_211, 21_214, 21_217, 21_265, 21_268, 21_401, 21_407, 21_612, 21_614, 21_635, 30_005, 30_006],
  // Handset off, carrier congested or silent, time over.
  soft: [30_003, 30_009, 30_017, 30_021, 30_036, 30_410, 30_500],
  optedOut: [21_610],
  message: [
    21_602, 21_603, 21_604, 21_605, 21_609, 21_617, 21_619, 21_620, 21_623, 21_626, 21_654, 21_655, 21_656,
    30_004, 30_007, 30_010, 30_011, 30_012, 30_013, 30_014, 30_019, 30_029, 30_038, 30_039, 30_044, 30_450,
    30_453,
  ],
  sender: [
    10_001, 10_002, 20_001, 20_002, 20_003, 20_004, 20_005, 20_006, 20_008, 20_403, 20_404, 20_429, 20_500,
    20_503, 21_212, 21_219, 21_266, 21_267, 21_408, 21_601, 21_606, 21_607, 21_608, 21_611, 21_613, 21_615,
    21_616, 21_618, 21_659, 21_660, 21_661, 21_701, 21_702, 21_703, 21_704, 21_705, 21_706, 21_707, 21_708,
    21_710, 21_711, 21_712, 21_713, 21_714, 21_717, 21_730, 30_001, 30_002, 30_018, 30_022, 30_023, 30_024,
    30_027, 30_032, 30_033, 30_034, 30_035, 30_037, 30_040, 30_454,
  ],
  // Twilio itself does not know.
  unclear: [30_008],
}

/** Every code that is judged, with what it says. */
export const FAULT_OF_TEXT_CODE: ReadonlyMap<number, DeliveryFault> = new Map(
  (Object.entries(CODES) as [DeliveryFault, readonly number[]][]).flatMap(([fault, codes]) =>
    codes.map((code) => [code, fault] as const),
  ),
)

/** Why a text message failed; a code that is new, or none, says nothing of the number. */
export const faultOfText = (code: number | undefined): DeliveryFault =>
  (code === undefined ? undefined : FAULT_OF_TEXT_CODE.get(code)) ?? 'unclear'
