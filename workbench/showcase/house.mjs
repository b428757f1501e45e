/**
 * Builds all showcases as the page is built, and serves them with its policy. Its first line says where; it ends with its
 * input, so it does not outlive whoever started it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { build, preview } from 'vite'

// As the gateway sends it: what a showcase may do, the page may.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"

const root = `${import.meta.dirname}/..`
const outDir = mkdtempSync(`${root}/../.build/showcases-`)
const config = {
  ...{ configFile: false, mode: 'production', root, publicDir: false, logLevel: 'error' },
  resolve: { conditions: ['module', 'browser', 'production', 'import', 'default'] },
  build: {
    ...{ outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
    ...{ modulePreload: { polyfill: false }, chunkSizeWarningLimit: 5_000 },
    rolldownOptions: {
      input: `${root}/showcase/index.html`,
      output: { codeSplitting: { groups: [{ name: 'ground', minShareCount: 2 }] } },
    },
  },
}
process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
process.stdin.on('end', () => process.exit()).resume()
await build(config)
const headers = { 'content-security-policy': POLICY }
const server = await preview({ ...config, preview: { port: 0, host: '127.0.0.1', headers } })
console.log(server.resolvedUrls.local[0])
