import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './packages/database/src/schema/*.ts',
  out: './packages/database/src/migrations',
})
