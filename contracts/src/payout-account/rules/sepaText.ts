/**
 * Letters that are no Latin letter with accents, by what banks write for them: Latin, Greek and Cyrillic
 * (docs/domain/payout.md#names).
 */
const LETTERS =
  'ß:ss æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ı:i ħ:h ŧ:t ŋ:ng ĸ:k ŀ:l ŉ:n ə:a ƀ:b ɓ:b ɗ:d ɛ:e ɔ:o ƙ:k ɲ:n ɣ:g ʒ:z ẜ:s ẝ:s ẟ:d ' +
  'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o ' +
  'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:ts ч:ch ' +
  'ш:sh щ:sht ъ:a ы:y ь:y э:e ю:yu я:ya є:ye і:i ґ:g ђ:dj ј:j љ:lj њ:nj ћ:c џ:dz ѕ:dz'
const LATIN: ReadonlyMap<string, string> = new Map(
  LETTERS.split(' ').map((pair) => {
    const [letter = '', latin = ''] = pair.split(':')
    return [letter, latin]
  }),
)

const replaceLetters = (text: string) =>
  text.replaceAll(/\p{L}/gu, (letter) => {
    const lower = letter.toLowerCase()
    const latin = LATIN.get(lower)
    if (latin === undefined) return letter
    return lower === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
  })

/**
 * A name or text in the characters that SEPA payments carry; any other becomes a space. Empty when nothing of
 * it can be written, as for most names in other scripts.
 */
export const formatSepaText = (text: string, maxLength: number): string =>
  // Й decomposes into И, so that letters are replaced before accents are removed, and once more after it.
  replaceLetters(replaceLetters(text.normalize('NFC')).normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, maxLength)

/** Whether a SEPA payment can name this person or company: at least one letter can be written. */
export const isSepaName = (name: string): boolean => /[A-Za-z]/.test(formatSepaText(name, 70))
