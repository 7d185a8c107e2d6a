import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zDisplayName } from './displayName.ts'

const accepts = (name: string) => zDisplayName.safeParse(name).success

describe('a display name', () => {
  test.for([
    'Vale Stays',
    'Casa Sol, Lda.',
    'Huizen B.V.',
    'Sol S.A.R.L.',
    'St. James & Sons',
    'Mr. J. R. Smith',
    'No. 5, Rue de l’Été',
    'Smith Co. Ltd.',
    'O’Brien-Müller',
    'Łódź Apartments',
    '山の家・東京',
    'Дом у моря',
    'Το Σπίτι',
    'بيت البحر',
    '24/7 Stays',
    'Studio 3.5',
    'Home: Sweet Home',
  ])('is one that people have: %s', (name) => expect(accepts(name)).toBe(true))

  test.for([
    'ana@vale.example',
    'Write to ana @ vale',
    'ana＠vale.example',
    'ana [at] vale (dot) example',
    'Your account is locked: https://evil.example/x',
    'hxxps://evil',
    'HTTP : evil',
    'evil.com',
    'Go to evil.com now',
    'evil．com',
    'evil。com',
    'evil｡com',
    'evil․com',
    'evil·com',
    'evil\u200b.com',
    'ev\u00adil.com',
    'evil . com',
    'evil. Com',
    'ＥＶＩＬ．ＣＯＭ',
    '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
    'www evil',
    'WWW.evil',
    'bücher.example',
    'пример.рф',
    'xn--bcher-kva',
    '192.0.2.1',
    'evil／／x',
    '⁄⁄evil',
    'mailto꞉ana',
    'H\u0435arth Support',
    'Pаypal',
    'Ηearth',
  ])('is not an address or a disguise: %s', (name) => expect(accepts(name)).toBe(false))

  test('contains no domain, whatever stands around it and however its dot is written', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(
        word,
        word,
        fc.constantFrom('.', '．', '。', '｡', '․', '\u200b.', '.\u2060', '·'),
        fc.constantFrom('', 'Go to ', 'Hello, '),
        fc.constantFrom('', ' now', '/x', '!'),
        (name, ending, dot, before, after) => {
          expect(accepts(`${before}${name}${dot}${ending}${after}`)).toBe(false)
        },
      ),
    )
  })
})
