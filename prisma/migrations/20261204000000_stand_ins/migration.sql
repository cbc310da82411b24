-- A tenant of the demo whose tasks simulated nodes stand in for.
alter table tenant add column stands_in boolean not null default false;
