import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import type { BankGateway } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { createBankSftp } from '@dolphin/integrations/ach-gateway/bank-sftp'
import { type ApiConfig, dataPaths } from './config/config.ts'
import type { FaultPointHook } from './fault-points.ts'

/** The gateway that is set; the folder lies below the data folder. */
export function openBankGateway(
  { bankGateway, dataDir }: ApiConfig,
  faultPoint?: FaultPointHook,
): BankGateway {
  const beforeName = faultPoint && (() => faultPoint('hand-over: written, before its name'))
  return bankGateway.kind === 'sftp'
    ? createBankSftp(bankGateway.settings)
    : createBankFolder(dataPaths(dataDir).bank, beforeName && { beforeName })
}
