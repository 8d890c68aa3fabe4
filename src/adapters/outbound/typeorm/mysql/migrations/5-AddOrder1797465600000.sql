-- An addition locks the one row until it is committed, so that animals become visible in the order of their ids. A
-- replica of a version before this table adds out of order.
CREATE TABLE add_order (
  id INT NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT IGNORE INTO add_order (id) VALUES (1);
