-- How many migrations a build brings at least to serve on this schema. A migration that takes away what the build before
-- needs replaces it with its own number plus one. docs/guides/releases.md
create function least_migrations() returns integer language sql immutable as 'select 36';
