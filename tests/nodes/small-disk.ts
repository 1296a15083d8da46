import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SIZE_BYTES = 8 * 1024 * 1024

/** A disk of its own of eight megabytes, in memory; mounting one takes root. */
export class SmallDisk {
  readonly path: string

  constructor(path: string) {
    this.path = path
    mkdirSync(path)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', path])
  }

  /** Takes this share of it. */
  fill(share: number): void {
    writeFileSync(join(this.path, 'filler'), Buffer.alloc(Math.round(SIZE_BYTES * share)))
  }

  remove(): void {
    execFileSync('umount', [this.path])
    rmSync(this.path, { recursive: true })
  }
}
