import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { DIST, startSite } from './site.ts'

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
    site.deploy({ directory: next })
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
