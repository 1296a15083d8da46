import type { Environment } from '@dolphin/ops-cli/settings'

/** Where admin commands run: on a machine that has the server's settings and keys and reaches its database. */
export interface ServerMachine {
  readonly env: Environment
  readonly workDir: string
  /** The folder of the build, with the engine's worker beside it; undefined: the sources. */
  readonly builtFolder?: string | undefined
}
