-- Versions of desired states are moments: at least the seconds since 2020. A database that is put back to an older state gives
-- higher versions than any that it gave in the time that it lost, so no agent takes a newer state for an older one (A38).
CREATE FUNCTION desired_moment() RETURNS integer LANGUAGE sql VOLATILE AS $$
  SELECT floor(extract(epoch FROM clock_timestamp() - timestamptz '2020-01-01 00:00:00Z'))::integer
$$;

CREATE FUNCTION raise_to_moment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.desired_version := greatest(NEW.desired_version, desired_moment());
  RETURN NEW;
END $$;

CREATE TRIGGER node_raise_to_moment BEFORE UPDATE OF desired_version ON node
  FOR EACH ROW WHEN (NEW.desired_version > OLD.desired_version) EXECUTE FUNCTION raise_to_moment();
