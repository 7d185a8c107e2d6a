import { createHash } from 'node:crypto'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for a page and its attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? '')

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
button, input { font: inherit; padding: .5rem .75rem }
button { cursor: pointer; width: 100%; text-align: start; margin: .25rem 0 }
label { display: block; margin: .5rem 0 }
input:not([type=checkbox]) { display: block; width: 100%; box-sizing: border-box }
fieldset { margin: 1.5rem 0; border: 1px solid; border-radius: .5rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: .5rem; border-bottom: 1px solid; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
.code { font: 1.5rem ui-monospace, monospace }
`

/**
 * Allows our one style sheet and the icon in the page, without which Firefox asks for a file. Chrome also
 * applies form-action to a form's redirects; all of ours end on this origin.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A whole page; `body` is HTML, `title` is text. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>`
