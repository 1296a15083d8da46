import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import type { BankGateway } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { createBankSftp } from '@dolphin/integrations/ach-gateway/bank-sftp'
import { type ApiConfig, dataPaths } from './config.ts'

/** The gateway that is set; the folder lies below the data folder. */
export function openBankGateway({ bankGateway, dataDir }: ApiConfig): BankGateway {
  return bankGateway.kind === 'sftp'
    ? createBankSftp(bankGateway.settings)
    : createBankFolder(dataPaths(dataDir).bank)
}
