import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@dolphin/database/driver/open'
import { createDocumentService } from '@dolphin/integrations/document/document-service'
import type { MailSender } from '@dolphin/integrations/mail/mail-sender'
import { createMailboxSender } from '@dolphin/integrations/mail/mailbox-sender'
import { createSmtpSender } from '@dolphin/integrations/mail/smtp-sender'
import { GatewayMilitaryStatusProvider } from '@dolphin/integrations/military/gateway-provider'
import type { MilitaryStatusProvider } from '@dolphin/integrations/military/provider'
import { SandboxMilitaryStatusProvider } from '@dolphin/integrations/military/sandbox-provider'
import { proveThatNamesStay } from '@dolphin/integrations/objects/names-stay'
import { mailboxSmsSender } from '@dolphin/integrations/sms/mailbox-sms-sender'
import type { SmsSender } from '@dolphin/integrations/sms/sms-sender'
import { createTwilioSender } from '@dolphin/integrations/sms/twilio-sender'
import { createStatementService } from '@dolphin/integrations/statement/statement-service'
import type { Logger } from 'pino'
import { buildMark } from './build-mark.ts'
import { requireSharedBankFolder } from './bank-folder-identity.ts'
import { openBankGateway } from './bank-gateway.ts'
import { boundBy } from './bound-identity.ts'
import { type ApiConfig, ConfigError, dataPaths } from './config/config.ts'
import type { ExternalDeps } from './deps.ts'
import { requireKeysOfDatabase } from './key-folder-identity.ts'
import { openKeyRing } from './security/keys.ts'
import { openObservability } from './observability/observability.ts'
import { openMigrated } from './open-database.ts'
import { openKeyFolder, openObjects } from './open-objects.ts'
import { loadPortfolios } from './modules/portfolios/portfolio-catalog.ts'
import { openShiftableClock, systemRandom, wallClock } from './wall-clock.ts'

export interface OpenedExternalDeps extends ExternalDeps {
  /** Closes mail, documents and the database, in this order. */
  close(): Promise<void>
}

/**
 * Opens what the server stands on, migrates the database and reads the portfolios.
 *
 * @param builtFolder where the bundled server lies, with its worker files and migrations beside it.
 */
export async function openExternalDeps(
  config: ApiConfig,
  log: Logger,
  builtFolder: string,
): Promise<OpenedExternalDeps> {
  const paths = dataPaths(config.dataDir)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const portfolios = loadPortfolios(config.portfoliosDir)
  const objectFolder = await openObjects(config, config.dataDir)
  const keyFolder = await openKeyFolder(config, config.dataDir)
  if (config.objectStore.kind === 's3') {
    await proveThatNamesStay(objectFolder)
    await proveThatNamesStay(keyFolder)
  }
  const keys = openKeyRing(config)
  const observability = await openObservability(config.tracing)
  const database = await openMigrated(config, log, builtFolder, observability)
  const by = boundBy(portfolios.all, wallClock.now())
  await orClose(database, requireSharedBankFolder(config, database, by))
  const keysBound = await orClose(database, requireKeysOfDatabase(keyFolder, database, by))
  const documents = createDocumentService({ workerPath: join(builtFolder, 'document-worker.js') })
  const statements = createStatementService({ workerPath: join(builtFolder, 'statement-worker.js') })
  const mail = await openMail(config)
  return {
    config,
    log,
    build: buildMark(builtFolder),
    portfolios,
    keys,
    database,
    documents,
    statements,
    mail,
    sms: openSms(config),
    bank: openBankGateway(config),
    clock: config.mode === 'production' ? wallClock : openShiftableClock(paths.clockOffset),
    random: systemRandom,
    military: openMilitary(config),
    objectFolder,
    keyFolder,
    keysBound,
    observability,
    async close() {
      await mail.close()
      await documents.close()
      await statements.close()
      await database.close()
      await observability.tracing.close()
    },
  }
}

/** Nodes of one database have the same portfolios: the lowest id stands for them all. */
async function orClose<Value>(database: Database, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Without a provider text messages stand in the mailbox like mails; in production phones are not reached at all. */
function openSms({ twilio, mode }: ApiConfig): SmsSender | undefined {
  if (twilio !== undefined) return createTwilioSender(twilio)
  return mode === 'production' ? undefined : mailboxSmsSender
}

/** The gateway where one is configured; else the sandbox, whose certificates say that they are samples. */
function openMilitary({ military }: ApiConfig): MilitaryStatusProvider {
  if (military === undefined) return new SandboxMilitaryStatusProvider(systemRandom)
  const { url, apiKey, clientFiles, authorityFile, timeoutMs } = military
  const read = (file: string | undefined): string | undefined => {
    if (file === undefined) return undefined
    if (!existsSync(file)) throw new ConfigError(`There is no file ${file} (MILITARY_…_FILE).`)
    return readFileSync(file, 'utf8')
  }
  const settings = {
    url,
    apiKey,
    timeoutMs,
    clientCertificate: read(clientFiles?.certificate),
    clientKey: read(clientFiles?.key),
    authority: read(authorityFile),
  }
  return new GatewayMilitaryStatusProvider(settings, { clock: wallClock, random: systemRandom })
}

/** Without a mail server mails only stand in the `mails` table, where /dev/mailbox shows them. */
async function openMail({ smtpUrl, smtpRequiresTls }: ApiConfig): Promise<MailSender> {
  return smtpUrl === undefined
    ? createMailboxSender({ keep: () => Promise.resolve() })
    : await createSmtpSender({ url: smtpUrl, requiresTls: smtpRequiresTls })
}
