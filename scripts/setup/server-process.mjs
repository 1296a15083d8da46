/**
 * How Node runs the server. V8 has one thread beside ours to collect and compile with, not its usual four: on few cores
 * those take what requests and database wait for (docs/decisions/hot-reads.md, 11). Node does not translate traces
 * itself: the first one would hold every request up and its map stay in memory (docs/decisions/cold-start.md).
 */
export const SERVER_FLAGS = ['--v8-pool-size=1']
