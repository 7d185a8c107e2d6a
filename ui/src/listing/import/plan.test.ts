import { describe, expect, it } from 'vitest'
import { guessMapping, MAX_ROWS, planRows, readTable, type Table } from './plan.ts'

const table = (text: string): Table => {
  const read = readTable(text)
  if (typeof read === 'string') throw new Error(read)
  return read
}
const plan = (text: string) => planRows(table(text), guessMapping(table(text)))

describe('reading', () => {
  it('reads commas, semicolons, tabs, quotes and a byte order mark', () => {
    for (const [text, mark] of [
      ['Address,City\n"Rua 1, left",Lisboa', ''],
      ['Address;City\n"Rua 1, left";Lisboa', '\uFEFF'],
      ['Address\tCity\nRua 1, left\tLisboa', ''],
    ] as const) {
      expect(table(mark + text)).toMatchObject({
        columns: ['Address', 'City'],
        rows: [{ line: 2, cells: ['Rua 1, left', 'Lisboa'] }],
      })
    }
  })
  it.each([
    ['sep=;\r\nAddress;City\r\nRua 1, left;Lisboa', ';'],
    ['\uFEFFsep=;\nAddress;City\nRua 1, left;Lisboa', ';'],
    ['SEP=,\nAddress,City\n"Rua 1, left",Lisboa', ','],
    ['"sep=;"\nAddress;City\nRua 1, left;Lisboa', ';'],
    ['sep=;;;;\nAddress;City\nRua 1, left;Lisboa', ';'],
    ['sep=\t\nAddress\tCity\nRua 1, left\tLisboa', '\t'],
    ['sep=|\rAddress|City\rRua 1, left|Lisboa', '|'],
  ])('takes the separator that %j names in its first line', (text) =>
    expect(table(text)).toEqual({
      columns: ['Address', 'City'],
      rows: [{ line: 3, cells: ['Rua 1, left', 'Lisboa'] }],
    }),
  )
  it('has nothing to read after a line that only names the separator', () => {
    expect(readTable('sep=;')).toBe('empty')
    expect(readTable('sep=;\r\n')).toBe('empty')
  })
  it('counts lines as an editor does, also where a cell spans several lines', () => {
    expect(
      table('Address,Description\n"Rua 1","One.\nTwo."\n\n"Rua 2","Three.\nFour."\nRua 3,Five.').rows.map(
        ({ line }) => line,
      ),
    ).toEqual([2, 5, 7])
  })
  it('says why a file cannot be read', () => {
    expect(readTable(' \n')).toBe('empty')
    expect(readTable('Address,City')).toBe('empty')
    expect(readTable('a,b\n"open,1')).toBe('unreadable')
    expect(readTable(`a\n${'x\n'.repeat(MAX_ROWS + 1)}`)).toBe('too_many')
    expect(readTable(`a\n${'x'.repeat(2_000_001)}`)).toBe('too_large')
  })
})

describe('mapping', () => {
  it('recognises columns by their own and other names, each once', () =>
    expect(
      guessMapping(table('Name,Street,Town,ZIP,Country Code,Accommodates,Nothing\na,b,c,d,e,f,g')),
    ).toMatchObject({
      title: 0,
      line1: 1,
      city: 2,
      postalCode: 3,
      country: 4,
      maxGuests: 5,
      region: null,
      description: null,
    }))
})

describe('the dry run', () => {
  const head = 'title,line1,city,country,lat,lng,propertyType,bedrooms,maxGuests'
  it('plans a draft and the sections that follow', () =>
    expect(plan(`${head}\nBica rooms with a view,Rua da Bica 4,Lisboa,pt,"38,71",-9.146,Flat,2,4`)).toEqual([
      {
        line: 2,
        name: 'Bica rooms with a view',
        problems: [],
        draft: {
          address: {
            line1: 'Rua da Bica 4',
            line2: null,
            city: 'Lisboa',
            region: null,
            postalCode: null,
            country: 'PT',
          },
          geo: { lat: 38.71, lng: -9.146 },
          propertyType: 'apartment',
          bedrooms: 2,
        },
        sections: [
          { section: 'description', patch: { title: 'Bica rooms with a view' } },
          { section: 'info', patch: { maxGuests: 4 } },
        ],
      },
    ]))
  it('names the line and the field of every error', () => {
    const rows = plan(`${head}\nShort,Rua 1,,PT,100,,castle,x,40\n,Rua 2,Porto,PT,,,,,\n,rua 2,PORTO,pt,,,,,`)
    expect(rows.map(({ line, problems }) => [line, problems.map(({ field }) => field).toSorted()])).toEqual([
      [2, ['bedrooms', 'city', 'lat', 'lng', 'maxGuests', 'propertyType', 'title']],
      [3, []],
      [4, ['line1']],
    ])
    expect(rows[0]?.problems.find(({ field }) => field === 'bedrooms')?.detail).toBe('must be a number')
    const details = rows[0]?.problems.map(({ field, detail }) => [field, detail])
    expect(details).toEqual(
      expect.arrayContaining([
        ['title', 'must have at least 8 characters'],
        ['maxGuests', 'must be at most 30'],
        ['lat', 'must be at most 90'],
        ['propertyType', 'isn’t a known value'],
      ]),
    )
    expect(rows[2]?.problems[0]?.detail).toBe('is already in this file')
  })
})
