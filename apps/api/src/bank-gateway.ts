import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import type { BankGateway } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { createBankSftp } from '@dolphin/integrations/ach-gateway/bank-sftp'
import { type ApiConfig, dataPaths } from './config/config.ts'
import { wallClock } from './wall-clock.ts'

/** The gateway that is set; the folder lies below the data folder. */
export function openBankGateway({ bankGateway, bankQuietMs, dataDir }: ApiConfig): BankGateway {
  // A file's age is measured by the clock that its disk has, never by a demonstration's.
  const quiet = { forMs: bankQuietMs, now: () => wallClock.now() }
  return bankGateway.kind === 'sftp'
    ? createBankSftp(bankGateway.settings, undefined, quiet)
    : createBankFolder(dataPaths(dataDir).bank, { quiet })
}
