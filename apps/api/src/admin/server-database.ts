import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DirectoryInUse } from '@dolphin/database/driver/embedded/directory-lock'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import { OpsFailure } from '@dolphin/ops-cli/ops-failure'
import { type ApiConfig, ConfigError, dataPaths } from '../config/config.ts'
import { readServerConfig } from '../security/server-config.ts'
import type { ServerMachine } from './server-machine.ts'

/** The server's settings. Errors: OpsFailure with what is wrong of them. */
export function configOf({ env, workDir }: ServerMachine): ApiConfig {
  try {
    return readServerConfig(env, workDir)
  } catch (error) {
    throw error instanceof ConfigError ? new OpsFailure(error.message) : error
  }
}

/** The server's database, past a pooler where there is one. Errors: OpsFailure while a server holds the embedded one. */
export async function openAny(config: ApiConfig, { builtFolder }: ServerMachine): Promise<Database> {
  const worker = builtFolder === undefined ? undefined : join(builtFolder, 'pglite-worker.mjs')
  try {
    return await openDatabase({
      url: config.databaseDirectUrl ?? config.databaseUrl,
      directory: dataPaths(config.dataDir).database,
      workerUrl: worker !== undefined && existsSync(worker) ? pathToFileURL(worker) : undefined,
      poolSize: 2,
    })
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    throw new OpsFailure('A server runs on the embedded database. Stop it first; on PostgreSQL it may run.')
  }
}
