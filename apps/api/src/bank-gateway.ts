import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import type { BankGateway } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { createBankSftp } from '@dolphin/integrations/ach-gateway/bank-sftp'
import { type ApiConfig, dataPaths } from './config/config.ts'
import type { Mark } from './crash-marks.ts'

/** The gateway that is set; the folder lies below the data folder. */
export function openBankGateway({ bankGateway, dataDir }: ApiConfig, mark?: Mark): BankGateway {
  const beforeName = mark && (() => mark('hand-over: written, before its name'))
  return bankGateway.kind === 'sftp'
    ? createBankSftp(bankGateway.settings)
    : createBankFolder(dataPaths(dataDir).bank, beforeName && { beforeName })
}
