import type { ApiConfig } from '../config/config.ts'
import type { Environment } from '../config/secret-files.ts'
import type { Finding } from './finding.ts'

/** The machine that the doctor runs on: the server's own, with its settings. */
export interface Machine {
  readonly env: Environment
  readonly workDir: string
  /** The folder of the build, with migrations beside the program; undefined: the sources. */
  readonly builtFolder?: string | undefined
  readonly nodeVersion: string
  readonly now: () => Date
}

/** What the checks look at. */
export interface Examined extends Machine {
  readonly config: ApiConfig
}

/** Looks at one part. What it throws is a finding too: that the part could not be asked. */
export interface Check {
  readonly part: string
  readonly look: (examined: Examined) => Promise<readonly Finding[]>
}
