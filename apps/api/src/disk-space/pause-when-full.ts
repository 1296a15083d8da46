import type { JobDefinition } from '../ports/job-queue.ts'
import type { DiskWatch } from '../ports/disk-watch.ts'

/**
 * Rounds of the timetable begin nothing while a disk is nearly full: no settlement, no batch, no file to the bank.
 * They look again at their next tick. Jobs of one thing that was taken before finish it: they were promised with it,
 * and would be given up if they failed again and again. Source: design/security.md F6.
 */
export function pausedWhenFull(disk: Pick<DiskWatch, 'isFull'>, job: JobDefinition): JobDefinition {
  if (job.everySeconds === undefined) return job
  return {
    ...job,
    async run(data) {
      if (!(await disk.isFull())) await job.run(data)
    },
  }
}
