/** An SVG's text as the address of an image: shown as a picture it cannot do anything else. */
export const svgAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
