/**
 * How Node runs the server. V8 has one thread beside ours to collect and compile with, not its usual four: on few cores
 * those take what requests and database wait for (docs/decisions/hot-reads.md, V8). Objects are always made young: V8
 * otherwise puts a request's rows among what lasts, and soon stops us to collect that. Node does not translate
 * traces itself: the first one would hold every request up and its map stay in memory (docs/decisions/cold-start.md).
 */
export const SERVER_FLAGS = ['--v8-pool-size=1', '--no-allocation-site-pretenuring']
