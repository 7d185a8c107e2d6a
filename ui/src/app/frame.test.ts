import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tokens, type Mode } from '../theme/tokens.ts'
import { prepareFrame, removeFrame } from './frame.ts'

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
const colours = (style: string) =>
  Object.fromEntries([...style.matchAll(/--(\w+): (#\w+);/g)].map(([, name, value]) => [name, value]))

describe('the frame of the first paint', () => {
  const frame = () => document.getElementById('frame')
  beforeEach(() => document.body.append(Object.assign(document.createElement('div'), { id: 'frame' })))
  afterEach(() => {
    frame()?.remove()
    localStorage.clear()
  })

  it('has the colours of each mode', () => {
    const [light, dark, chosen] = page.split(/prefers-color-scheme: dark\) \{|\[data-mode='dark'\]/).slice(-3)
    const wanted = ({ canvas, surface, line, brand }: (typeof tokens)[Mode]) => ({
      canvas,
      surface,
      line,
      brand,
    })
    expect(colours(light ?? '')).toEqual(wanted(tokens.light))
    expect(colours(dark ?? '')).toEqual(wanted(tokens.dark))
    expect(colours(chosen ?? '')).toEqual(wanted(tokens.dark))
  })

  it('follows the chosen mode, and is gone where a page has no app bar', () => {
    localStorage.setItem('RaStorehearth.theme', '"dark"')
    prepareFrame(true)
    expect(frame()?.dataset['mode']).toBe('dark')
    prepareFrame(false)
    expect(frame()).toBeNull()
    removeFrame()
  })
})
