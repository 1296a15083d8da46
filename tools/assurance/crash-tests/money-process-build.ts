/** The program that runs a round of money in a process of its own; see money-process.ts. */
export const KILL_PROGRAM = new URL('./money-process-main.ts', import.meta.url)
