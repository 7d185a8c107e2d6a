import { expect, test } from 'vitest'
import { renderMessage } from './message.ts'

const message = {
  to: 'ana@vale.example',
  subject: 'Hello\r\nBcc: all@world.example',
  lines: ['<img src=x onerror=alert(1)> & "you"'],
  link: { label: 'Open', url: 'https://h.example/login/ticket#token=a&b="c"' },
}

test('keeps what people wrote as text, and the subject on one line', () => {
  const { subject, text, html } = renderMessage(message)
  expect(subject).toBe('Hello Bcc: all@world.example')
  expect(text).toContain('Open: https://h.example/login/ticket#token=a&b="c"')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;you&quot;')
  expect(html).toContain('href="https://h.example/login/ticket#token=a&amp;b=&quot;c&quot;"')
})
