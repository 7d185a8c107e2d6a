import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { tokens, type Mode } from '../theme/tokens.ts'
import { prepareFrame, removeFrame } from './frame.ts'

const page = readFileSync('ui/index.html', 'utf8')
const colours = (style: string) =>
  Object.fromEntries([...style.matchAll(/--(\w+): (#\w+);/g)].map(([, name, value]) => [name, value]))

describe('the frame of the first paint', () => {
  beforeEach(() => {
    document.body.innerHTML = '<div id="frame"></div><div id="root"></div>'
  })
  const frame = () => document.getElementById('frame')

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
