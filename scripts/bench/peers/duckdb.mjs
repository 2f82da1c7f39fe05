// Peer: runs one SQL statement in DuckDB on one thread, prints the rows as JSON. `node duckdb.mjs SQL`
import { DuckDBInstance } from '@duckdb/node-api'

const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
const reader = await connection.runAndReadAll(process.argv[2])
process.stdout.write(JSON.stringify(reader.getRowObjectsJson()))
