/** The share, 0 to 1, of a folder's file system that is taken. Throws where it cannot be asked. */
export type ReadSpace = (folder: string) => Promise<number>

export interface FolderSpace {
  /** `data`, `database`, `objects`, `bank`, or the path that the settings name. */
  readonly folder: string
  readonly usedShare: number
}

/** Watches how full the disks are that the product writes to. Source: design/security.md F6. */
export interface DiskWatch {
  /** Whether any of them is so full that nothing new may be taken. */
  isFull(): Promise<boolean>
  /** Each folder that can be asked; one that is not there yet lies on the disk of `data`. */
  read(): Promise<readonly FolderSpace[]>
}
