import { describe, expect, it } from 'vitest'
import { formatSepaText, isSepaName } from './sepaText.ts'

const lettersIn = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).filter(
    (letter) => /\p{L}/u.test(letter),
  )

describe('a name in a SEPA payment', () => {
  it.each([
    ['Søren Østergård', 'Soren Ostergard'],
    ['Ana Conceição', 'Ana Conceicao'],
    ['Jürgen Weiß', 'Jurgen Weiss'],
    ['WEIẞ', 'WEISs'],
    ['Łukasz Đorđević', 'Lukasz Dordevic'],
    ['Æsa Þórsdóttir', 'Aesa Thorsdottir'],
    ['Işık Yıldız İnan', 'Isik Yildiz Inan'],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoylos'],
    ['Сергей Йорданов', 'Sergey Yordanov'],
    ['Їжак Євген', 'Izhak Yevgen'],
    ['Ｃａｓａ Ｓｏｌ', 'Casa Sol'],
    ['Casa & Sol_GmbH', 'Casa Sol GmbH'],
  ])('writes %s as %s', (name, written) => expect(formatSepaText(name, 70)).toBe(written))

  it('has something for every letter of Latin, Latin Extended-A, Greek and modern Cyrillic', () => {
    const letters = [
      ...lettersIn(0xc0, 0x17f),
      ...lettersIn(0x1e00, 0x1ef9),
      ...lettersIn(0x386, 0x3ce),
      ...lettersIn(0x400, 0x45f),
      'Ґ',
      'ґ',
    ]
    expect(letters.length).toBeGreaterThan(500)
    expect(letters.filter((letter) => !isSepaName(letter))).toEqual([])
  })

  it('is cut at its length, and empty when nothing can be written', () => {
    expect(formatSepaText('ß'.repeat(50), 70)).toHaveLength(70)
    expect(formatSepaText('山本太郎', 70)).toBe('')
    expect([isSepaName('山本太郎'), isSepaName('123'), isSepaName('Ω')]).toEqual([false, false, true])
  })
})
