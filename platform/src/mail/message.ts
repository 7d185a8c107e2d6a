/** One mail. `lines` are paragraphs; `link` is shown as a button, and as an address in the text. */
export type Message = Readonly<{
  to: string
  subject: string
  lines: readonly string[]
  link?: Readonly<{ label: string; url: string }>
}>

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;' +
  'background:#1f5c4a;color:#ffffff;text-decoration:none;font-weight:600'
const PAGE =
  'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1c1c1a;' +
  'max-width:520px;margin:0 auto;padding:24px'

/**
 * Subject, plain text and HTML; nothing in it loads anything. Line breaks cannot get into the email's
 * headers.
 */
export const renderMessage = ({
  subject,
  lines,
  link,
}: Message): Readonly<{ subject: string; text: string; html: string }> => ({
  subject: subject.replaceAll(/[\r\n]+/g, ' '),
  text: [...lines, ...(link ? [`${link.label}: ${link.url}`] : []), 'Hearth'].join('\n\n'),
  html: [
    `<div style="${PAGE}">`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(link
      ? [`<p><a style="${BUTTON}" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`]
      : []),
    '<p>Hearth</p></div>',
  ].join('\n'),
})
