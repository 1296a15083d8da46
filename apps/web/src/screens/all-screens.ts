import { accountScreens } from './account-screens.ts'
import { applicationScreens } from './application-screens.ts'
import { bankLinkScreens } from './bank-link-screens.ts'
import { controlScreens } from './control-screens.tsx'
import { frameScreens } from './frame-screens.tsx'
import { homeScreens, payoutScreens } from './home-screens.ts'
import { couponScreens, notificationScreens, documentScreens } from './document-screens.ts'
import { messageScreens } from './message-screens.ts'
import { planScreens } from './plan-screens.ts'
import { changeScreens, repaymentScreens } from './repayment-screens.ts'
import type { Screen } from './screen.ts'
import { requestedScreens } from './requested-screens.ts'
import { signingScreens } from './signing-screens.ts'
import { columnScreens } from './column-screens.ts'
import { uploadScreens } from './upload-screens.ts'

/** Every screen, in the order in which a borrower comes by. */
export const allScreens = (): readonly Screen[] => [
  ...accountScreens(),
  ...applicationScreens(),
  ...requestedScreens(),
  ...bankLinkScreens(),
  ...uploadScreens(),
  ...columnScreens(),
  ...planScreens(),
  ...signingScreens(),
  ...homeScreens(),
  ...payoutScreens(),
  ...repaymentScreens(),
  ...changeScreens(),
  ...couponScreens(),
  ...documentScreens(),
  ...messageScreens(),
  ...notificationScreens(),
  ...frameScreens(),
  ...controlScreens(),
]
