import { serveConsole } from '@hearth/standalone/front-door/console'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { baseUrl, expect, test } from './fixtures.ts'

const DIST = join(import.meta.dirname, '../ui/dist')
/** The build as the next version would be: all scripts have other names. */
const buildNextVersion = (directory: string): void => {
  cpSync(DIST, directory, { recursive: true, filter: (path) => !/\.(?:br|gz|map)$/.test(path) })
  const assets = join(directory, 'assets')
  const names = readdirSync(assets)
  const rename = (text: string) =>
    text.replaceAll(/[\w.-]+\.js\b/g, (name) =>
      names.includes(name) ? name.replace(/\.js$/, '-next.js') : name,
    )
  for (const path of [join(directory, 'index.html'), ...names.map((name) => join(assets, name))])
    if (/\.(?:js|html)$/.test(path)) writeFileSync(path, rename(readFileSync(path, 'utf8')))
  for (const name of names) renameSync(join(assets, name), join(assets, rename(name)))
}

const forward = (request: IncomingMessage, response: ServerResponse): void => {
  const { host } = new URL(baseUrl())
  const onward = ask(
    `${baseUrl()}${request.url ?? '/'}`,
    { method: request.method ?? 'GET', headers: { ...request.headers, host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

/** The console of a folder in front of the installation; `deploy` replaces the folder. */
const startSite = async () => {
  let serve = serveConsole({ directory: DIST, secure: false })
  const server = createServer((request, response) =>
    request.url?.startsWith('/api') ? forward(request, response) : serve(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (directory: string) => {
      serve = serveConsole({ directory, secure: false })
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a page that is open during a deployment loads the new version when it needs a file that is gone', async ({
  signedIn: page,
}) => {
  const next = mkdtempSync(join(tmpdir(), 'hearth-next-'))
  buildNextVersion(next)
  const site = await startSite()
  try {
    // A page outside the shell, which fetches no other pages ahead.
    await page.goto(`${site.origin}/forgot-password`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    site.deploy(next)
    await page.evaluate(() => {
      history.pushState(null, '', '/')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('script[type="module"][src$="-next.js"]')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  } finally {
    site.stop()
    rmSync(next, { recursive: true })
  }
})
