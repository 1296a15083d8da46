/**
 * How Node runs the server. Traces name the sources. V8 has one thread beside ours to collect and compile with, not its
 * usual four: on few cores those take what requests and database wait for (docs/decisions/hot-reads.md, 11).
 */
export const SERVER_FLAGS = ['--enable-source-maps', '--v8-pool-size=1']
