import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readText } from './files.ts'

const zPackage = z.object({
  engines: z.object({ node: z.string() }),
  devDependencies: z.object({ '@types/node': z.string() }),
})
const { engines, devDependencies } = zPackage.parse(JSON.parse(readText('package.json')))

/** The versions on which `npm run test:runtimes` runs all tests, oldest first. */
const tested = engines.node.split(' || ').map((range) => range.replace('^', ''))

describe('versions of Node', () => {
  it('runs the image on a tested one', () => {
    const images = [...readText('Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version)
    expect(images).toHaveLength(2)
    expect(new Set(images).size).toBe(1)
    expect(tested).toContain(images[0])
  })

  it('types the API of the oldest', () =>
    expect(devDependencies['@types/node'].startsWith(`${tested[0]}.`)).toBe(true))

  it('names the tested ones in the readme', () =>
    expect(readText('README.md')).toContain(
      `You need Node ${tested.slice(0, -1).join(', ')} or ${tested.at(-1)} and npm.`,
    ))
})
