import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ApiConfig, readConfig } from '../config/config.ts'
import type { Environment } from '../config/secret-files.ts'
import { Settings } from '../config/settings.ts'
import { masterKeyFile } from './keys.ts'

/**
 * The settings of the server beside which a command runs. Where none says the mode, a data folder with a development
 * key is that of a server in development; otherwise it is production.
 *
 * @throws ConfigError as readConfig
 */
export function readServerConfig(env: Environment, workDir: string): ApiConfig {
  const isDevelopment = !isSaid(env, 'DOLPHIN_MODE') && existsSync(masterKeyFile(dataFolder(env, workDir)))
  return readConfig(isDevelopment ? { ...env, DOLPHIN_MODE: 'development' } : env, workDir)
}

const isSaid = (env: Environment, name: string): boolean => (env[name] ?? '').trim() !== ''

const dataFolder = (env: Environment, workDir: string): string =>
  resolve(workDir, Settings.shape.DATA_DIR.parse(isSaid(env, 'DATA_DIR') ? env['DATA_DIR'] : undefined))
