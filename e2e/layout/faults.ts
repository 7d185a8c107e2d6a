/**
 * Finds layout faults of the page as it is now, by the boxes of its elements. The whole function runs in the
 * browser, so it uses nothing from outside itself.
 */
export const findFaults = (): string[] => {
  type Box = Readonly<{ left: number; top: number; right: number; bottom: number }>
  type Item = Readonly<{ element: Element; box: Box; layer: Element | null; name: string }>
  /** Rounding, and the part of a letter's box that it does not paint. */
  const SLACK = 2.5
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="slider"]'
  const viewport = { width: document.documentElement.clientWidth, height: innerHeight }

  const describe = (element: Element, text = '') => {
    const words = (text || element.getAttribute('aria-label') || element.textContent || '').trim()
    const [name = ''] = (element.getAttribute('class') ?? '').split(' ')
    return `<${element.tagName.toLowerCase()}${name && `.${name}`}> “${words.replace(/\s+/g, ' ').slice(0, 40)}”`
  }
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const known = styles.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  /** Text for screen readers only has no place on the screen. */
  const isUnseen = (element: Element): boolean =>
    styleOf(element).clipPath === 'inset(50%)' ||
    (element.parentElement !== null && isUnseen(element.parentElement))
  /** What is fixed or sticky lies over the content that scrolls below it. */
  const layerOf = (element: Element): Element | null =>
    ['fixed', 'sticky'].includes(styleOf(element).position)
      ? element
      : element.parentElement && layerOf(element.parentElement)
  const toBox = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom })
  const hasEllipsis = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'

  /** The part of a box that its scrolling and clipping ancestors show, and whether text is cut on the way. */
  const clip = (element: Element, whole: Box): Readonly<{ box: Box; cut: boolean }> => {
    let box = whole
    let cut = false
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const style = styleOf(one)
      const outer = one.getBoundingClientRect()
      const sideways = style.overflowX !== 'visible' && style.display !== 'inline'
      const upright = style.overflowY !== 'visible' && style.display !== 'inline'
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (sideways) {
        const over = box.right > outer.right + SLACK || box.left < outer.left - SLACK
        cut ||= over && hides(style.overflowX) && !hasEllipsis(style)
        box = { ...box, left: Math.max(box.left, outer.left), right: Math.min(box.right, outer.right) }
      }
      if (upright) {
        const over = box.bottom > outer.bottom + SLACK || box.top < outer.top - SLACK
        cut ||= over && hides(style.overflowY) && !hasEllipsis(style)
        box = { ...box, top: Math.max(box.top, outer.top), bottom: Math.min(box.bottom, outer.bottom) }
      }
      if (style.position === 'fixed') break
    }
    return { box, cut }
  }
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left < 1 || bottom - top < 1

  const faults = new Set<string>()
  const items: Item[] = []
  const add = (element: Element, whole: Box, name: string, isText: boolean) => {
    const { box, cut } = clip(element, whole)
    if (isText && cut) faults.add(`clipped: ${name}`)
    if (isEmpty(box)) return
    // Text below the fold of the page is reached by scrolling; beyond its sides it is not.
    if (box.left < -SLACK || box.right > viewport.width + SLACK) faults.add(`outside the window: ${name}`)
    items.push({ element, box, layer: layerOf(element), name })
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!parent || text === '' || parent.closest('script, style, noscript, option, textarea, svg title'))
      continue
    if (!isShown(parent) || isUnseen(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const name = describe(parent, text)
    const control = parent.closest('button')?.getBoundingClientRect()
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue
      const box = toBox(rect)
      add(parent, box, name, true)
      const seen = clip(parent, box).box
      if (control && (seen.left < control.left - SLACK || seen.right > control.right + SLACK))
        faults.add(`sticks out of its button: ${name}`)
    }
  }
  for (const element of document.querySelectorAll(CONTROLS)) {
    if (!isShown(element) || isUnseen(element)) continue
    // An inline link has a box per line; the box around them all covers its neighbours.
    for (const rect of element.getClientRects()) add(element, toBox(rect), describe(element), false)
  }

  const related = (one: Element, other: Element) => one.contains(other) || other.contains(one)
  const overlap = (one: Box, other: Box) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK
  items.sort((one, other) => one.box.top - other.box.top)
  for (const [index, one] of items.entries()) {
    for (let next = index + 1; next < items.length; next += 1) {
      const other = items[next]
      if (!other || other.box.top > one.box.bottom) break
      if (one.layer !== other.layer || related(one.element, other.element)) continue
      // A label is part of the control that it names.
      if (one.element.closest('label')?.contains(other.element)) continue
      if (overlap(one.box, other.box)) faults.add(`overlap: ${one.name} and ${other.name}`)
    }
  }
  // The calendar is wider than a small window on purpose; the amount of a row must never be out of sight.
  for (const table of document.querySelectorAll('table:not([role="grid"])')) {
    const outer = table.parentElement
    if (outer && isShown(table) && outer.scrollWidth > outer.clientWidth + 1)
      faults.add(`a table is cut: ${describe(table, table.getAttribute('aria-label') ?? '')}`)
  }
  const sideways = document.documentElement.scrollWidth - viewport.width
  if (sideways > 0) faults.add(`the page scrolls sideways by ${sideways} px`)
  return [...faults]
}
