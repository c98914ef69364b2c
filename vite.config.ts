import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { artFromFiles } from './src/web/art/from-files.ts'

// Every page of the shop runs on these, so they are two files instead of forty: fewer to ask for, and they compress better.
const libraries = /\/node_modules\/(react|react-dom|scheduler|react-router|@reduxjs|react-redux|redux|immer|reselect)\//
const shop = /\/src\/(domain|web\/(cart|session|layout|ui|products|art))\/|\/lucide\//
/** Parts of the dashboards, the login and the orders, and of what opens on demand: a visitor may never need them. */
const onDemand =
  /account-links|admin|dashboard|import|schedule|form|field|table|draft|bulk-edit|local-time|cart-panel|cart-dialogs|\/size\b|size-|finished-checkouts|notice-dialog|alert-dialog|thumbnail|enlarged|cart-line|repric|side-menu|account-frame|undo|paged|list-address|badge|prose|data-url|orders\/order|orders\/headline|address-lines|browser-key|icons\/eye|checked-session|log-out|remembered-page|review-fit|cart-costs|cart\/choice|waiting-line|orders\/line|shipments|withdraw-footer|link-token|domain\/(contact|content|currency|costs|returns|withdrawals)|domain\/settings\/(?!shown)/

export default defineConfig({
  plugins: [artFromFiles(), tailwindcss(), reactRouter()],
  publicDir: 'src/web/public',
  build: {
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: () => [] }, // what a late part shares with its page is there already
  },
  environments: {
    ssr: {
      resolve: { noExternal: ['lucide'] }, // or all its 1,700 drawings would be loaded for the few that are shown
    },
    client: {
      build: {
        rolldownOptions: {
          treeshake: {
            // The domain's schemas are made of these pure calls; the browser uses none of them.
            manualPureFunctions: ['Type', 'literals', 'managed'],
            propertyReadSideEffects: false,
            moduleSideEffects: [{ test: /\/(node_modules\/typebox|src\/domain)\//, sideEffects: false }],
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: id => libraries.test(id) && !id.includes('/recharts/') },
                { name: 'shop', test: id => shop.test(id) && !onDemand.test(id), minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
