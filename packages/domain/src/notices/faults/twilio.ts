import type { DeliveryFault } from './delivery-fault.ts'

/**
 * Every code by which Twilio refuses a text message or says that one failed. Ours are sender, account, registration,
 * pace and content. Source: Twilio, Error and Warning Dictionary; docs/facts/delivery.md §5, Twilio.
 */
const CODES: Readonly<Record<Exclude<DeliveryFault, 'mailbox' | 'undetermined'>, readonly string[]>> = {
  // Number that is none, takes no texts, is a landline, or has gone.
  hard: ['21211 21214 21217 21265 21268 21401 21407 21612 21614 21635 30005 30006'],
  // Handset off, carrier congested or silent, time over.
  soft: ['30003 30009 30017 30021 30036 30410 30500'],
  optedOut: ['21610'],
  message: [
    '21602 21603 21604 21605 21609 21617 21619 21620 21623 21626 21654 21655 21656 30004 30007 30010',
    '30011 30012 30013 30014 30019 30029 30038 30039 30044 30450 30453',
  ],
  sender: [
    '10001 10002 20001 20002 20003 20004 20005 20006 20008 20403 20404 20429 20500 20503 21212 21219',
    '21266 21267 21408 21601 21606 21607 21608 21611 21613 21615 21616 21618 21659 21660 21661 21701',
    '21702 21703 21704 21705 21706 21707 21708 21710 21711 21712 21713 21714 21717 21730 30001 30002',
    '30018 30022 30023 30024 30027 30032 30033 30034 30035 30037 30040 30454',
  ],
  // Twilio itself does not know.
  unclear: ['30008'],
}

/** Every code that is judged, with what it says. */
export const FAULT_OF_TEXT_CODE: ReadonlyMap<number, DeliveryFault> = new Map(
  (Object.entries(CODES) as [DeliveryFault, readonly string[]][]).flatMap(([fault, lines]) =>
    lines.flatMap((line) => line.split(' ').map((code) => [Number(code), fault] as const)),
  ),
)

/** Why a text message failed; a code that is new, or none, says nothing of the number. */
export const faultOfText = (code: number | undefined): DeliveryFault =>
  (code === undefined ? undefined : FAULT_OF_TEXT_CODE.get(code)) ?? 'unclear'
