import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bytes } from './bytes.js'
import { cellWriter } from './cell-json.js'
import { type Column, type Native, type Type, toValue } from './schema.js'
import { Num, toJson, type Value } from './value.js'

const column = (name: string, type: Type): Column => ({ name, type, nullable: true })
const json = (type: Type, cell: Native): string => toJson(toValue(type, cell))
const int = (bits: 8 | 16 | 32 | 64, signed = true): Type => ({ kind: 'int', bits, signed })
const decimal = (scale: number): Type => ({ kind: 'decimal', precision: 38, scale })

describe('a cell as JSON shows it', () => {
  test.each<[Type, Native, string]>([
    [{ kind: 'null' }, null, 'null'],
    [{ kind: 'bool' }, true, 'true'],
    [{ kind: 'text' }, 'é"', '"é\\""'],
    [int(8), -128, '-128'],
    [int(32, false), 4294967295, '4294967295'],
    [int(64), 9007199254740993n, '9007199254740993'],
    [int(64), -9223372036854775808n, '-9223372036854775808'],
    [int(64, false), 18446744073709551615n, '18446744073709551615'],
    [int(64), 7n, '7'],
    [{ kind: 'float', bits: 64 }, 1, '1.0'],
    [{ kind: 'float', bits: 64 }, 0.1, '0.1'],
    [{ kind: 'float', bits: 64 }, -0, '-0.0'],
    [{ kind: 'float', bits: 64 }, 1e21, '1e+21'],
    [{ kind: 'float', bits: 64 }, 123456789012345680000, '123456789012345680000.0'],
    [{ kind: 'float', bits: 64 }, Number.NaN, '"NaN"'],
    [{ kind: 'float', bits: 64 }, Number.NEGATIVE_INFINITY, '"-Infinity"'],
    [{ kind: 'float', bits: 32 }, Math.fround(0.1), '0.1'],
    [{ kind: 'float', bits: 32 }, Math.fround(16777216), '16777216.0'],
    [{ kind: 'float', bits: 32 }, Math.fround(3.4028234663852886e38), '3.4028235e+38'],
    [{ kind: 'float', bits: 16 }, 0.5, '0.5'],
    [decimal(2), 1234567890123456789012345678n, '12345678901234567890123456.78'],
    [decimal(2), -1n, '-0.01'],
    [decimal(2), 0n, '0.00'],
    [decimal(0), -12n, '-12'],
    [decimal(-3), 12n, '12000'],
    [{ kind: 'bytes' }, Uint8Array.of(0, 255, 128), '"AP+A"'],
    [{ kind: 'uuid' }, Uint8Array.from({ length: 16 }, (_, i) => i), '"00010203-0405-0607-0809-0a0b0c0d0e0f"'],
    [{ kind: 'date' }, 0, '"1970-01-01"'],
    [{ kind: 'date' }, -1, '"1969-12-31"'],
    [{ kind: 'date' }, -719162, '"0001-01-01"'],
    [{ kind: 'date' }, -719528, '"0000-01-01"'],
    [{ kind: 'date' }, -719529, '"-000001-12-31"'],
    [{ kind: 'date' }, 2932897, '"+010000-01-01"'],
    [{ kind: 'date' }, 19782, '"2024-02-29"'],
    [{ kind: 'time', unit: 'ns' }, 86399999999999n, '"23:59:59.999999999"'],
    [{ kind: 'time', unit: 's' }, 0n, '"00:00:00"'],
    [{ kind: 'time', unit: 'ms', utc: true }, 1n, '"00:00:00.001Z"'],
    [{ kind: 'timestamp', unit: 'us' }, -1n, '"1969-12-31T23:59:59.999999"'],
    [{ kind: 'timestamp', unit: 'us' }, -2208988800000001n, '"1899-12-31T23:59:59.999999"'],
    [{ kind: 'timestamp', unit: 'us' }, 253402300799999999n, '"9999-12-31T23:59:59.999999"'],
    [{ kind: 'timestamp', unit: 'ns', zone: 'UTC' }, 1714979289123456789n, '"2024-05-06T07:08:09.123456789Z"'],
    [{ kind: 'timestamp', unit: 'ms', zone: 'Europe/Berlin' }, 0n, '"1970-01-01T00:00:00.000Z"'],
    [{ kind: 'timestamp', unit: 's' }, 253402300800n, '"+010000-01-01T00:00:00"'],
    [{ kind: 'duration', unit: 'us' }, -1500000n, '"-PT1.500000S"'],
    [{ kind: 'duration', unit: 's' }, 90n, '"PT90S"'],
    [{ kind: 'interval' }, { months: 14, days: -3, millis: 1500 }, '"P14M-3DT1.5S"'],
    [{ kind: 'interval' }, { months: 0, days: 0, millis: 100_000 }, '"P0M0DT100S"'],
    [{ kind: 'interval' }, { months: 0, days: 0, millis: -1, nanos: -1 }, '"P0M0DT-0.001000001S"'],
    [{ kind: 'list', item: column('item', int(32)) }, [1, null, 3], '[1,null,3]'],
    [{ kind: 'list', item: column('item', int(32)) }, [], '[]'],
    [
      { kind: 'struct', fields: [column('a', int(32)), column('b', { kind: 'text' })] },
      [null, 'x'],
      '{"a":null,"b":"x"}',
    ],
    [{ kind: 'struct', fields: [] }, [], '{}'],
    [
      { kind: 'map', key: column('key', { kind: 'text' }), value: column('value', int(32)) },
      [
        ['k', 1],
        ['l', null],
      ],
      '{"k":1,"l":null}',
    ],
    [{ kind: 'map', key: column('key', int(32)), value: column('value', int(32)) }, [[7, 1]], '[{"key":7,"value":1}]'],
  ])('%j %s', (type, cell, expected) => {
    expect(json(type, cell)).toBe(expected)
    expect(json(type, null)).toBe('null')
  })

  test('dates and times are those of the calendar of Date', () => {
    // Date reaches 100 million days to both sides; its years beyond 9999 are spelt as ours.
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 99_999_999 }), fc.nat(86_399_999), (days, millis) => {
        const iso = new Date(days * 86_400_000 + millis).toISOString()
        const [date, clock] = iso.split('T') as [string, string]
        expect(json({ kind: 'date' }, days)).toBe(`"${date}"`)
        const ticks = BigInt(days) * 86_400_000n + BigInt(millis)
        expect(json({ kind: 'timestamp', unit: 'ms', zone: 'Z' }, ticks)).toBe(`"${iso}"`)
        expect(json({ kind: 'time', unit: 'ms', utc: true }, BigInt(millis))).toBe(`"${clock}"`)
        expect(json({ kind: 'timestamp', unit: 'ns' }, ticks * 1_000_000n + 7n)).toBe(`"${iso.slice(0, -1)}000007"`)
      }),
      { numRuns: 1000 },
    )
  })

  test('floats of 32 bits read back as themselves, by no more digits than they need', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (cell) => {
        const { token } = toValue({ kind: 'float', bits: 32 }, cell) as Num
        expect(Math.fround(Number(token))).toBe(cell)
        expect(token.replace(/e.*|\.0$|[-.]/g, '').replace(/^0+|0+$/g, '').length).toBeLessThanOrEqual(9)
      }),
      { numRuns: 2000 },
    )
  })

  test('numbers are exact values', () => {
    const of = (type: Type, cell: Native): Value => toValue(type, cell)
    expect(of(int(64), 9007199254740993n)).toEqual(new Num('9007199254740993'))
    expect(of(int(64), 7n)).toBe(7)
    expect(of(decimal(2), 150n)).toEqual(new Num('1.50'))
  })
})

interface Typed {
  readonly type: Type
  readonly cell: Native
}

const typed: fc.Arbitrary<Typed> = fc
  .letrec<{ type: Type; scalar: Type }>((tie) => ({
    scalar: fc.constantFrom<Type>(
      { kind: 'bool' },
      { kind: 'text' },
      { kind: 'text', json: true },
      int(8),
      int(64),
      int(64, false),
      { kind: 'float', bits: 32 },
      { kind: 'float', bits: 64 },
      decimal(3),
      { kind: 'bytes' },
      { kind: 'date' },
      { kind: 'timestamp', unit: 'us' },
      { kind: 'null' },
    ),
    type: fc.oneof(
      { maxDepth: 3 },
      tie('scalar'),
      tie('type').map((type): Type => ({ kind: 'list', item: column('item', type) })),
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c"'), tie('type')), { maxLength: 3 }).map(
        (fields): Type => ({
          kind: 'struct',
          fields: fields.map(([name, type]) => column(name, type)),
        }),
      ),
      fc
        .tuple(fc.constantFrom<Type>({ kind: 'text' }, int(32)), tie('type'))
        .map(([key, value]): Type => ({ kind: 'map', key: column('key', key), value: column('value', value) })),
    ),
  }))
  .type.chain((type) => cellOf(type).map((cell) => ({ type, cell })))

function cellOf(type: Type): fc.Arbitrary<Native> {
  const nullable = (cell: fc.Arbitrary<Native>): fc.Arbitrary<Native> =>
    fc.oneof({ weight: 5, arbitrary: cell }, fc.constant(null))
  switch (type.kind) {
    case 'bool':
      return nullable(fc.boolean())
    case 'text':
      return nullable(fc.string({ unit: 'binary' }))
    case 'int':
      return nullable(
        type.bits === 64
          ? type.signed
            ? fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
            : fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
          : fc.integer({ min: -128, max: 127 }),
      )
    case 'float':
      return nullable(type.bits === 32 ? fc.float() : fc.double())
    case 'decimal':
      return nullable(fc.bigInt())
    case 'bytes':
      return nullable(fc.uint8Array())
    case 'date':
      return nullable(fc.integer())
    case 'timestamp':
      return nullable(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
    case 'list':
      return nullable(fc.array(cellOf(type.item.type), { maxLength: 3 }))
    case 'struct':
      return nullable(fc.tuple(...type.fields.map((field) => cellOf(field.type))))
    case 'map': {
      const key = type.key.type.kind === 'text' ? fc.string() : fc.integer()
      return nullable(fc.array(fc.tuple(key, cellOf(type.value.type)), { maxLength: 3 }))
    }
    default:
      return fc.constant(null)
  }
}

test('the fast way to JSON writes what the long way writes', () => {
  fc.assert(
    fc.property(typed, ({ type, cell }) => {
      const out = new Bytes()
      cellWriter(type)(cell, out)
      expect(out.view().toString()).toBe(json(type, cell))
    }),
    { numRuns: 2000 },
  )
})
