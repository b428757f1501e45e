/** How the page is built: few files, nothing inline (its policy forbids that), and what is not needed at once apart. */
import { defineConfig } from 'vite'

const GROUND =
  /node_modules\/(?:react|react-dom|scheduler|zustand)\/|workbench\/src\/(?:parts|state)\/|preload-helper/

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  logLevel: 'warn',
  // The library as modules: what the page does not use is left out.
  resolve: { conditions: ['module', 'browser', 'production', 'import', 'default'] },
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // What all others stand on in one file: many small ones are no faster, and together they are longer.
      output: { codeSplitting: { groups: [{ name: 'ground', test: GROUND }] } },
    },
  },
})
