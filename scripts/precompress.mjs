// Writes .br and .gz beside every asset of a build, so that the server only has to pick one:
//   node scripts/precompress.mjs apps/web/dist
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Served as files; the lists of chunks are read by the server alone. */
const COMPRESSIBLE = /(?<!page-chunks\.\w+)\.(?:js|css|svg|json|map)$/

async function compress(file) {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of a build')
const files = await readdir(folder, { recursive: true })
await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(folder, file))))
