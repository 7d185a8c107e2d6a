import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'

/**
 * Texts that are loaded with their pages; they, and files whose names start like theirs, stay out of the
 * common chunk.
 */
const lazyTexts = [
  ...readFileSync(new URL('src/i18n/lazyTexts.ts', import.meta.url), 'utf8').matchAll(/en\/(\w+)\.ts/g),
]
  .map(([, name]) => name)
  .join('|')
const firstTexts = `i18n/(?!countries|lazy/|en/(${lazyTexts}))`
/** Components of forms and filters, which the first page does not have. */
const formComponents = 'form/|date-fields/|dates/(typedDate|AsOfSlider)|dialog/|list/(FilterBar|filterForms)'
/** Parts of lists and what pages load and send, which the first page does not have either. */
const listComponents = 'list/(ListTable|ColumnsButton|TableFooter|ExportMenu|SavedViews|useCards)'
const lateData = 'useDraftFiles|http/(upload|useUpload)|queries/usePolicy'
const inside = (...names: string[]) => new RegExp(`node_modules/(${names.join('|')})`)

/**
 * The service worker keeps the code of the console, and the page that starts it, so that both open without a
 * network (docs/domain/console.md#without-a-network). It never keeps an answer of the API.
 */
const serviceWorker: Partial<VitePWAOptions> = {
  filename: 'sw.js',
  manifest: false,
  // ui/src/app/serviceWorker.ts registers it, once the first page is there.
  injectRegister: false,
  workbox: {
    inlineWorkboxRuntime: true,
    globPatterns: ['assets/*.{js,css,woff2}', '*.svg'],
    // Maps are large, and nothing that waits needs them.
    globIgnores: ['assets/countries-*', 'assets/maplibre*'],
    // Their names contain their content's hash.
    dontCacheBustURLsMatching: /^assets\//,
    // Of a page with the policy's nonce only the whole answer can be kept.
    navigateFallback: null,
    skipWaiting: true,
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    runtimeCaching: [
      {
        // Pages of the console; the worker's file has this function's text only.
        urlPattern: ({ request, url }) =>
          request.mode === 'navigate' && !/^\/(api|ical|dev)(\/|$)|\.[^/]*$/.test(url.pathname),
        handler: 'NetworkFirst',
        options: {
          cacheName: 'hearth-page',
          cacheableResponse: { statuses: [200] },
          // Every address answers with the same page.
          plugins: [{ cacheKeyWillBeUsed: () => Promise.resolve('/') }],
        },
      },
    ],
  },
}

export default defineConfig({
  plugins: [react(), VitePWA(serviceWorker)],
  resolve: { alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('src/zod.ts', import.meta.url)) }] },
  // The front door of `npm start`: in development the console uses the real services behind it.
  server: { proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` } },
  // The map's worker is a module.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // A data: URI would need its own rule in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The first script has it; inside the shell it would make that script wait for the app.
            {
              name: 'live',
              priority: 5,
              test: /ui\/src\/data\/live\/(eventStream|liveUpdates)\.ts|vite\/preload-helper/,
            },
            // Zod and what every contract is made of have a chunk of their own; otherwise they end up in react's
            // chunk with everything that imports them. The contracts of features are loaded with their pages.
            {
              name: 'contracts',
              priority: 4,
              minShareCount: 4,
              test: /(contracts\/src\/kernel\/|node_modules\/zod\/|ui\/src\/zod\.ts)/,
            },
            {
              name: 'react',
              priority: 3,
              test: inside('react/', 'react-dom/', 'react-router', 'scheduler/', '@tanstack/'),
            },
            {
              name: 'mui',
              priority: 2,
              minShareCount: 2,
              // A slider is on few pages.
              test: inside(
                '@mui/(material/(?!Slider)|system|utils|styled-engine|private-theming)',
                '@emotion/',
              ),
            },
            {
              name: 'admin',
              priority: 1,
              test: inside('ra-', 'react-admin/', 'react-hook-form/', 'lodash/'),
            },
            // What every page needs, in one request instead of a dozen.
            {
              name: 'shell',
              priority: 0,
              minShareCount: 4,
              test: new RegExp(
                `ui/src/(components/(?!${formComponents}|${listComponents})|data/(?!${lateData})|session/|${firstTexts}|navigation/|theme/)`,
              ),
            },
            {
              name: 'lists',
              priority: 0,
              minShareCount: 4,
              test: new RegExp(`ui/src/(components/${listComponents}|data/(${lateData}))`),
            },
            // Fields and forms, which the first page does not need.
            {
              name: 'forms',
              priority: 0,
              minShareCount: 4,
              test: new RegExp(
                `(ui/src/(components/(${formComponents})|i18n/countries)|node_modules/@hookform/)`,
              ),
            },
          ],
        },
      },
    },
  },
})
